import { printableJson } from "@contract-toolkit/contract";
import { systemClock } from "../../platform/system-effects.ts";
import { registerCallbackUrl } from "../../domain/outbox/deliveries.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { HOUR_MS } from "../../domain/time.ts";
import {
  changePartner,
  createPartner,
  rotateSecret,
  setDisabled,
} from "../../domain/partners/partners.ts";
import { partnerRecord } from "../../http/handlers/sandbox/presentation.ts";
import { issueJwt } from "../../http/authentication/jwt.ts";
import { openGateway } from "../open.ts";
import {
  requireUsable,
  type PartnerOptions,
  readPartnerOptions,
  USUAL_OVERLAP_HOURS,
} from "./partner-options.ts";
import { runCommand } from "./command.ts";
import { readSettings } from "../settings.ts";
import { withCleanup } from "../../platform/concurrency/with-cleanup.ts";

/** What `--help` prints. */
export const help = `Registers a partner of the gateway whose data is in DATA_DIR or DATABASE_URL, and prints its code, its secret and a JWT
for one day as JSON. The secret is not shown again. With --change, changes a partner and prints the result. Values
without an option stay unchanged. The gateway may be running.

  --code CODE         code of the partner; required
  --change            change an existing partner
  --callback-url URL  URL for the results of 3-D Secure authentications; https in production
                      ("": none)                   (default: none)
  --methods A,B       payment methods it may use   (default: all but MM)
  --banks A,B         banks it may use; required in production, where there are no test banks
                      ("": none)                   (default: all but BANK05)
  --sub-accounts A,B  its sub accounts             (default: none)
  --fees CC=3300      fees that customers pay, by payment method, in whole VND; replaces all fees
                                                   (default: none)
  --owner             it pays only for sub accounts; --no-owner: also for itself
  --rotate-secret     make a new secret, which is not shown again; with --change
  --old-secret-hours N
                      hours for which the old secret stays valid, up to 720; 0 ends it and any earlier secret at once
                      (default: 24)
  --disable           refuse its JWTs and payments of its orders, at once; with --change
  --enable            accept them again; with --change
  --reencrypt         without a partner: encrypt everything that MASTER_KEY_PREVIOUS encrypted again with MASTER_KEY, and print
                      the number of texts; can be repeated
  --help              print this help

docs/partners.md describes the effects. Exit status: 0 done, 2 an option cannot be used, or the partner does not exist or
exists already.`;

if (import.meta.main)
  await runCommand(help, async () => {
    console.log(printableJson(await partnerCommand(process.argv.slice(2), process.env), 2));
  });

/** Runs a command line and returns what is to be printed. */
export async function partnerCommand(
  args: string[],
  environment: Parameters<typeof readSettings>[0],
): Promise<object> {
  const options = readPartnerOptions(args);
  const settings = readSettings(environment, { warn: console.error });
  await requireUsable(options, settings.mode);
  const access = options.reencrypt || options.change ? "change" : "make";
  const { gateway, reencrypt, close } = await openGateway(settings, undefined, access);
  const { store } = gateway;
  return withCleanup(async () => {
    if (options.reencrypt) return { reencrypted: await reencrypt() };
    return options.change
      ? store.inTurn(options.code, (inside) =>
          applyPartnerOptions({ ...gateway, store: inside }, options),
        )
      : store.atomically((inside) => register({ ...gateway, store: inside }, options));
  }, close);
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

async function applyPartnerOptions(gateway: Gateway, options: PartnerOptions): Promise<object> {
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
    ...partnerRecord(changed),
    callbackUrl: (await partners.callbackUrl(code)) ?? null,
    disabled: isDisabled,
    ...(previousSecret !== undefined &&
      now < previousSecret.until && {
        previousSecretUntil: new Date(previousSecret.until).toISOString(),
      }),
    ...(secret !== undefined && { secret, jwt: await issueJwt(code, secret, now) }),
  };
}
