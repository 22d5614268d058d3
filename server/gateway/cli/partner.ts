import { systemClock } from "../sandbox/clock.ts";
import { registerCallbackUrl } from "../domain/callbacks/deliveries.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { changePartner, createPartner, type PartnerRecord } from "../domain/partners/partners.ts";
import { issueJwt } from "../security/jwt.ts";
import { openGateway } from "../open.ts";
import { requireUsable, type PartnerOptions, readOptions } from "./partner-options.ts";
import { readSettings } from "../settings.ts";

const help = `Registers a partner of the gateway whose data is in DATA_DIR or DATABASE_URL, and prints its code, secret and a
JWT of a day as JSON. The secret is shown this once. With --change, changes a partner, also while the gateway
runs, and prints what it has by then; what no option names stays as it is.

  --code CODE         what the partner is called; required
  --change            the partner is there already
  --callback-url URL  where it is told the results of 3-D Secure authentications; https in production
                      ("": nowhere)                (default: nowhere)
  --methods A,B       payment methods it may use   (default: all but MM)
  --banks A,B         banks it may use; required in production, where there are no test banks
                      ("": none)                   (default: all but BANK05)
  --sub-accounts A,B  its sub accounts             (default: none)
  --fees CC=3300      by payment method, what customers pay on top, in whole VND; all fees at once
                                                   (default: none)
  --owner             it acts for sub accounts only; --no-owner: also for itself
  --help              prints this

Leaves with 0 when it is done, 2 when an option cannot be used or the partner is not there, or is there already.`;

try {
  console.log(await main());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}

async function main(): Promise<string> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return help;
  const settings = readSettings(process.env);
  await requireUsable(options, settings.mode);
  const { gateway, close } = await openGateway(settings);
  try {
    const result = await gateway.store.atomically((store) =>
      (options.change ? change : register)({ ...gateway, store }, options),
    );
    return JSON.stringify(result, null, 2);
  } finally {
    await close();
  }
}

async function register(gateway: Gateway, options: PartnerOptions): Promise<object> {
  const { code, grants, callbackUrl } = options;
  if (await gateway.store.partners.find(code))
    throw new Error(`There is a partner ${code} already; --change changes it.`);
  const { secret } = await createPartner(gateway, code, { ownerType: false, ...grants });
  if (callbackUrl) await registerCallbackUrl(gateway, code, callbackUrl);
  const jwt = await issueJwt(code, secret, systemClock.now());
  return { partnerCode: code, secret, jwt, ...(callbackUrl && { callbackUrl }) };
}

async function change(gateway: Gateway, options: PartnerOptions): Promise<object> {
  const { code, grants, callbackUrl } = options;
  const { partners } = gateway.store;
  if (!(await partners.find(code))) throw new Error(`There is no partner ${code}.`);
  const changed = await changePartner(gateway, code, grants);
  if (callbackUrl !== undefined) await registerCallbackUrl(gateway, code, callbackUrl ?? undefined);
  return describe(changed, await partners.callbackUrl(code));
}

function describe(
  { partner, subAccounts, customerFees }: PartnerRecord,
  callbackUrl: string | undefined,
): object {
  return {
    partnerCode: partner.code,
    ownerType: partner.ownerType,
    paymentMethods: [...partner.paymentMethods].sort(),
    bankCodes: [...partner.bankCodes].sort(),
    subAccounts: [...subAccounts].sort(),
    customerFees,
    callbackUrl: callbackUrl ?? null,
  };
}
