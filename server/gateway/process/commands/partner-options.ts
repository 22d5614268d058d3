import { parseArgs } from "node:util";
import type { CustomerFees } from "../../domain/partners/partner.ts";
import { DEMO_PARTNER_CODE, type PartnerRequest } from "../../domain/partners/partners.ts";
import { partnerViolations, unknownMethods } from "../sandbox/partner-violations.ts";
import type { Settings } from "../settings.ts";

/** The options of a command line. */
export type PartnerOptions = ReturnType<typeof readPartnerOptions>;

const known = {
  code: { type: "string", default: "" },
  change: { type: "boolean", default: false },
  methods: { type: "string" },
  banks: { type: "string" },
  "sub-accounts": { type: "string" },
  fees: { type: "string" },
  owner: { type: "boolean" },
  "callback-url": { type: "string" },
  "rotate-secret": { type: "boolean", default: false },
  "old-secret-hours": { type: "string" },
  disable: { type: "boolean", default: false },
  enable: { type: "boolean", default: false },
  reencrypt: { type: "boolean", default: false },
} as const;

/** Names of all options. */
export const optionNames: readonly string[] = Object.keys(known);

/**
 * Reads the command line.
 *
 * @throws Error naming an option that cannot be read
 */
export function readPartnerOptions(args: string[]) {
  const { values } = parseArgs({ args, allowNegative: true, options: known });
  const { code, change, owner, disable, enable, reencrypt, "rotate-secret": rotateSecret } = values;
  if (reencrypt && args.length > 1)
    throw new Error("--reencrypt cannot be used with other options.");
  const grants: Partial<PartnerRequest> = {
    ...(owner !== undefined && { ownerType: owner }),
    paymentMethods: splitCommaList(values.methods),
    bankCodes: splitCommaList(values.banks),
    subAccounts: splitCommaList(values["sub-accounts"]),
    customerFees: feesOf(values.fees),
  };
  // Undefined: unchanged; null: removed.
  const callbackUrl = values["callback-url"] === "" ? null : values["callback-url"];
  const hours = values["old-secret-hours"];
  const oldSecretHours = hours === undefined ? undefined : hoursOf(hours);
  const access = { rotateSecret, oldSecretHours, disable, enable };
  return { code, change, grants, callbackUrl, access, reencrypt };
}

/**
 * Validates the options with the sandbox's contract of a partner.
 *
 * @throws Error that names each faulty option
 */
export async function requireUsable(
  { code, change, grants, callbackUrl, access, reencrypt }: PartnerOptions,
  mode: Settings["mode"],
): Promise<void> {
  if (reencrypt) return;
  const faults = [
    ...(code === "" ? ["--code is required."] : []),
    ...(mode === "production" && code === DEMO_PARTNER_CODE
      ? [`--code ${code} is the sandbox's partner and cannot be used in production.`]
      : []),
    ...accessFaults(access, change),
    ...unknownMethods(grants.paymentMethods ?? []).map((fault) => `--methods: ${fault}`),
    ...unknownMethods(Object.keys(grants.customerFees ?? {})).map((fault) => `--fees: ${fault}`),
    ...(grants.subAccounts ?? [])
      .filter((account) => !SENDABLE.test(account))
      .map((account) => `--sub-accounts: ${JSON.stringify(account)} cannot be sent in a header.`),
    // The default is the sandbox's test banks, which do not exist in production.
    ...(mode === "production" && !change && grants.bankCodes === undefined
      ? ['--banks is required in production: the codes that your bank serves, or "" for none.']
      : []),
    ...(await checkPartnerRequest("changePartner", grants)),
    ...(callbackUrl === undefined
      ? []
      : await checkPartnerRequest("registerCallbackUrl", { url: callbackUrl })),
    // Choice "receiver-url".
    ...(mode === "production" && callbackUrl?.toLowerCase().startsWith("http:")
      ? ["--callback-url must be https in production."]
      : []),
  ];
  if (faults.length > 0) throw new Error(faults.join("\n"));
}

/** Includes a working day in every time zone. */
export const USUAL_OVERLAP_HOURS = 24;

/** A month: long enough to change all receivers, and a limit for forgotten secrets. */
const LONGEST_OVERLAP_HOURS = 720;

function accessFaults(
  { rotateSecret, oldSecretHours: hours, disable, enable }: PartnerOptions["access"],
  change: boolean,
): string[] {
  return [
    ...((rotateSecret || disable || enable) && !change
      ? ["--rotate-secret, --disable and --enable need --change."]
      : []),
    ...(disable && enable ? ["--disable and --enable cannot be used together."] : []),
    ...(hours !== undefined && !rotateSecret ? ["--old-secret-hours needs --rotate-secret."] : []),
    ...(hours !== undefined && !(hours >= 0 && hours <= LONGEST_OVERLAP_HOURS)
      ? [`--old-secret-hours must be a number from 0 to ${LONGEST_OVERLAP_HOURS}.`]
      : []),
  ];
}

/** Visible ASCII, which every HTTP client can send in X-Account-Ref-ID. */
const SENDABLE = /^[!-~]+$/;

/** Faults of the options as a request to the sandbox. */
async function checkPartnerRequest(
  ...request: Parameters<typeof partnerViolations>
): Promise<string[]> {
  return (await partnerViolations(...request)).map(
    ({ field, place, reason }) =>
      `${optionOf[field] ?? field}${place === "" ? "" : `, ${place},`} ${reason}.`,
  );
}

/** The option of each field. */
const optionOf: Readonly<Record<string, string>> = {
  url: "--callback-url",
  paymentMethods: "--methods",
  bankCodes: "--banks",
  subAccounts: "--sub-accounts",
  customerFees: "--fees",
};

function splitCommaList(text: string | undefined): string[] | undefined {
  return text
    ?.split(",")
    .map((part) => part.trim())
    .filter((text) => text !== "");
}

function hoursOf(text: string): number {
  return /^\d+(\.\d+)?$/.test(text) ? Number(text) : NaN;
}

function feesOf(text: string | undefined): CustomerFees | undefined {
  const fees = splitCommaList(text)?.map((text) => {
    const [, method, amount] = /^([^=]+)=(\d+)$/.exec(text) ?? [];
    if (method === undefined)
      throw new Error(`--fees must be METHOD=AMOUNT,… in whole VND, not ${JSON.stringify(text)}.`);
    return [method, Number(amount)] as const;
  });
  return fees && Object.fromEntries(fees);
}
