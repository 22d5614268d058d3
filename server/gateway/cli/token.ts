import { parseArgs } from "node:util";
import { systemClock } from "../system-effects.ts";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { issueJwt, LONGEST_LIFE_HOURS } from "../security/jwt.ts";
import { tell } from "./print.ts";
import { openGateway } from "../open.ts";
import { readSettings } from "../settings.ts";

const help = `Prints a JWT of a partner of the gateway whose data folder is DATA_DIR (default .data).

  --partner CODE  the partner; default ${DEMO_PARTNER_CODE}, which a sandbox always has
  --existing      create nothing: fail if no gateway has been started yet
  --hours N       validity in hours, more than 0 and at most ${LONGEST_LIFE_HOURS}; default ${LONGEST_LIFE_HOURS}
  --help          prints this`;

try {
  console.log(await main());
} catch (error) {
  tell(error);
  process.exitCode = 2;
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      partner: { type: "string", default: DEMO_PARTNER_CODE },
      hours: { type: "string", default: String(LONGEST_LIFE_HOURS) },
      existing: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return help;
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= LONGEST_LIFE_HOURS))
    throw new Error(`--hours must be more than 0 and at most ${LONGEST_LIFE_HOURS}.`);
  return token(values.partner, hours, values.existing);
}

async function token(partnerCode: string, hours: number, isMade: boolean): Promise<string> {
  const settings = readSettings(process.env);
  const { gateway, close } = await openGateway(settings, undefined, { isMade });
  try {
    const found = await gateway.store.partners.find(partnerCode);
    if (found === undefined) throw new Error(`There is no partner ${partnerCode}.`);
    return await issueJwt(partnerCode, found.secret, systemClock.now(), hours);
  } finally {
    await close();
  }
}
