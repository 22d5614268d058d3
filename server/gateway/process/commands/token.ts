import { parseArgs } from "node:util";
import { systemClock } from "../../platform/system-effects.ts";
import { DEMO_PARTNER_CODE } from "../../domain/partners/partners.ts";
import { issueJwt, LONGEST_LIFE_HOURS } from "../../http/authentication/jwt.ts";
import { readStoredPartner, runCommand } from "./command.ts";

const help = `Prints a JWT of a partner of the gateway whose database is that of DATABASE_URL, or else the one in DATA_DIR (default .data).
It changes nothing, and fails if no gateway has been started there yet.

  --partner CODE  the partner; default ${DEMO_PARTNER_CODE}, which a sandbox always has
  --hours N       validity in hours, more than 0 and at most ${LONGEST_LIFE_HOURS}; default ${LONGEST_LIFE_HOURS}
  --help          print this help`;

await runCommand(help, async () => {
  const { values } = parseArgs({
    options: {
      partner: { type: "string", default: DEMO_PARTNER_CODE },
      hours: { type: "string", default: String(LONGEST_LIFE_HOURS) },
    },
  });
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= LONGEST_LIFE_HOURS))
    throw new Error(`--hours must be more than 0 and at most ${LONGEST_LIFE_HOURS}.`);
  const { secret } = await readStoredPartner(values.partner);
  console.log(await issueJwt(values.partner, secret, systemClock.now(), hours));
});
