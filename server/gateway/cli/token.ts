import { parseArgs } from "node:util";
import { systemClock } from "../system-effects.ts";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import { issueJwt, LONGEST_LIFE_HOURS } from "../security/jwt.ts";
import { readPartner, runCommand } from "./command.ts";

const help = `Prints a JWT of a partner of the gateway whose data folder is DATA_DIR (default .data).

  --partner CODE  the partner; default ${DEMO_PARTNER_CODE}, which a sandbox always has
  --existing      create nothing, and fail if no gateway has been started yet
  --hours N       validity in hours, more than 0 and at most ${LONGEST_LIFE_HOURS}; default ${LONGEST_LIFE_HOURS}
  --help          print this help`;

await runCommand(help, async () => {
  const { values } = parseArgs({
    options: {
      partner: { type: "string", default: DEMO_PARTNER_CODE },
      hours: { type: "string", default: String(LONGEST_LIFE_HOURS) },
      existing: { type: "boolean", default: false },
    },
  });
  const hours = Number(values.hours);
  if (!(hours > 0 && hours <= LONGEST_LIFE_HOURS))
    throw new Error(`--hours must be more than 0 and at most ${LONGEST_LIFE_HOURS}.`);
  const { secret } = await readPartner(values.partner, { isMade: values.existing });
  console.log(await issueJwt(values.partner, secret, systemClock.now(), hours));
});
