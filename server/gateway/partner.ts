import { parseArgs } from "node:util";
import { systemClock } from "./clock.ts";
import { createPartner } from "./domain/partners.ts";
import { issueJwt } from "./jwt.ts";
import { openGateway } from "./open.ts";
import { readSettings } from "./settings.ts";

const help = `Registers a partner of the gateway whose data is in DATA_DIR or DATABASE_URL, and prints its code, secret and a
JWT of a day as JSON. The secret is shown this once.

  --code CODE         what the partner is called; required
  --methods A,B       payment methods it may use   (default: all but MM)
  --banks A,B         banks it may use             (default: all but BANK05)
  --sub-accounts A,B  its sub accounts             (default: none)
  --owner             it acts for sub accounts only
  --help              prints this`;

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<string> {
  const { values } = parseArgs({
    options: {
      code: { type: "string" },
      methods: { type: "string" },
      banks: { type: "string" },
      "sub-accounts": { type: "string" },
      owner: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return help;
  const { code } = values;
  if (!code) throw new Error(`--code is required.\n\n${help}`);
  const { gateway, close } = await openGateway(readSettings(process.env));
  try {
    if (await gateway.store.partners.find(code))
      throw new Error(`There is a partner ${code} already.`);
    const { secret } = await createPartner(gateway, code, {
      ownerType: values.owner,
      paymentMethods: listOf(values.methods),
      bankCodes: listOf(values.banks),
      subAccounts: listOf(values["sub-accounts"]),
    });
    const jwt = await issueJwt(code, secret, systemClock.now());
    return JSON.stringify({ partnerCode: code, secret, jwt }, null, 2);
  } finally {
    await close();
  }
}

function listOf(text: string | undefined): string[] | undefined {
  return text?.split(",").filter((each) => each !== "");
}
