import { jsonText } from "@contract-toolkit/kernel";
import { systemClock } from "../sandbox/clock.ts";
import { registerCallbackUrl } from "../domain/callbacks/deliveries.ts";
import type { Gateway } from "../domain/dependencies.ts";
import { HOUR_MS } from "../domain/due/time.ts";
import {
  changePartner,
  createPartner,
  type PartnerRecord,
  rotateSecret,
  setDisabled,
} from "../domain/partners/partners.ts";
import { issueJwt } from "../security/jwt.ts";
import { openGateway } from "../open.ts";
import {
  requireUsable,
  type PartnerOptions,
  readOptions,
  USUAL_OVERLAP_HOURS,
} from "./partner-options.ts";
import { tell } from "./print.ts";
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
  --rotate-secret     makes a new secret, which is shown this once; with --change
  --old-secret-hours N
                      how long the secret before stays good, up to 720; 0 ends it at once, and the one before it
                      (default: 24)
  --disable           lets nobody in by its JWTs and lets nobody pay its orders, at once; with --change
  --enable            ends that; with --change
  --reseal            for no partner: seals again with MASTER_KEY what MASTER_KEY_PREVIOUS has sealed, and prints how
                      many texts that were; can be repeated
  --help              prints this

docs/partners.md tells what follows from each. Leaves with 0 when it is done, 2 when an option cannot be used or the partner is not there, or is there already.`;

try {
  console.log(await main());
} catch (error) {
  tell(error);
  process.exitCode = 2;
}

async function main(): Promise<string> {
  const options = readOptions(process.argv.slice(2));
  if (options.help) return help;
  const settings = readSettings(process.env);
  await requireUsable(options, settings.mode);
  const isMade = options.reseal || options.change;
  const { gateway, reseal, close } = await openGateway(settings, undefined, { isMade });
  const { store } = gateway;
  try {
    if (options.reseal) return jsonText({ resealed: await reseal() }, 2);
    const result = options.change
      ? store.inTurn(options.code, (inside) => change({ ...gateway, store: inside }, options))
      : store.atomically((inside) => register({ ...gateway, store: inside }, options));
    return jsonText(await result, 2);
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
  const { code, grants, callbackUrl, access } = options;
  const { rotateSecret: rotates, oldSecretHours: hours = USUAL_OVERLAP_HOURS } = access;
  const { partners } = gateway.store;
  if (!(await partners.find(code))) throw new Error(`There is no partner ${code}.`);
  const changed = await changePartner(gateway, code, grants);
  if (callbackUrl !== undefined) await registerCallbackUrl(gateway, code, callbackUrl ?? undefined);
  if (access.disable || access.enable) await setDisabled(gateway, code, access.disable);
  const now = systemClock.now();
  const until = hours === 0 ? undefined : now + Math.round(hours * HOUR_MS);
  const secret = rotates ? await rotateSecret(gateway, code, { now, until }) : undefined;
  const { isDisabled, previousSecret } = (await partners.find(code)) ?? {};
  return {
    ...describe(changed, await partners.callbackUrl(code)),
    disabled: isDisabled,
    ...(previousSecret !== undefined &&
      now < previousSecret.until && {
        previousSecretUntil: new Date(previousSecret.until).toISOString(),
      }),
    ...(secret !== undefined && { secret, jwt: await issueJwt(code, secret, now) }),
  };
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
