import { readFile } from "node:fs/promises";
import { isObject } from "@contract-toolkit/contract";
import { parse } from "yaml";
import { enrolments, refusals } from "../../domain/bank/bank.ts";
import { type TestCard, testCards } from "../../domain/bank/bank-test-data.ts";
import { registerCallbackUrl } from "../../domain/outbox/deliveries.ts";
import type { Gateway } from "../../domain/dependencies.ts";
import { SHORTEST_SECRET_BYTES } from "../../domain/partners/partner.ts";
import {
  changePartner,
  createPartner,
  DEMO_PARTNER_CODE,
  type PartnerRequest,
} from "../../domain/partners/partners.ts";
import { OperatorError } from "../../platform/operator-error.ts";
import { partnerViolations, unknownMethods } from "./partner-violations.ts";

/** Test data of a sandbox, beside the data that every sandbox has. */
export interface Seed {
  readonly partners?: readonly SeedPartner[];
  /** The banks of each partner that lists none, such as the demo partner. Default: the test banks. */
  readonly bankCodes?: readonly string[];
  /** Further test cards. One with the number of a built-in card replaces it. */
  readonly cards?: readonly TestCard[];
}

/** A partner, its grants and its credentials. */
export interface SeedPartner extends Partial<PartnerRequest> {
  readonly code: string;
  /** At least 32 bytes. Default: the sandbox makes one. */
  readonly secret?: string;
  /** The URL for results of 3-D Secure authentications. */
  readonly callbackUrl?: string;
}

/**
 * Reads a seed file, which is YAML or JSON.
 *
 * @throws OperatorError that names every value that is wrong
 */
export async function readSeed(path: string): Promise<Seed> {
  let content: unknown;
  try {
    content = parse(await readFile(path, "utf8"));
  } catch (error) {
    throw refusal(path, [`It cannot be read: ${String(error).replace(/^\w+: /, "")}`], error);
  }
  const violations = await seedViolations(content);
  if (violations.length > 0) throw refusal(path, violations);
  return content as Seed;
}

/** The cards of a sandbox with a seed. The payment page proposes the first ones. */
export function cardsWith({ cards = [] }: Seed): readonly TestCard[] {
  const seeded = new Set(cards.map(({ number }) => number));
  return [...cards, ...testCards.filter(({ number }) => !seeded.has(number))];
}

/**
 * Registers the partners of a seed, and gives the partners that exist what the seed says.
 *
 * @param gateway with its demo partner
 */
export async function seedPartners(
  gateway: Gateway,
  { partners = [], bankCodes }: Seed,
): Promise<void> {
  if (bankCodes) await changePartner(gateway, DEMO_PARTNER_CODE, { bankCodes });
  for (const { code, secret, callbackUrl, ...own } of partners) {
    const grants = { ...(bankCodes && { bankCodes }), ...own };
    const found = await gateway.store.partners.find(code);
    if (found === undefined)
      await createPartner(gateway, code, { ownerType: false, ...grants }, secret);
    else {
      await changePartner(gateway, code, grants);
      if (secret !== undefined && secret !== found.secret)
        await gateway.store.partners.replaceSecret(code, secret);
    }
    if (callbackUrl !== undefined) await registerCallbackUrl(gateway, code, callbackUrl);
  }
}

function refusal(path: string, violations: readonly string[], cause?: unknown): OperatorError {
  const message = [`The seed ${path} cannot be used:`, ...violations].join("\n  ");
  return new OperatorError("invalid-settings", message, { cause });
}

/** What is wrong with a seed, a sentence for each value. */
async function seedViolations(seed: unknown): Promise<string[]> {
  if (!isObject(seed)) return ["It must be an object with partners, bankCodes or cards."];
  const { partners = [], bankCodes = [], cards = [], ...others } = seed;
  const ofPartners = await Promise.all(
    listOf(partners).map(async (partner, at) => {
      const violations = await violationsOfPartner(partner);
      return violations.map((violation) => `partners[${at}]${violation}`);
    }),
  );
  const codes = listOf(partners).map((partner) => isObject(partner) && partner["code"]);
  return [
    ...unknownFields(others).map((violation) => violation.slice(1)),
    ...(Array.isArray(partners) ? ofPartners.flat() : ["partners must be an array."]),
    ...codes.flatMap((code, at) =>
      typeof code === "string" && codes.indexOf(code) < at
        ? [`partners[${at}].code is that of partners[${codes.indexOf(code)}], too.`]
        : [],
    ),
    ...(await grantViolations({ bankCodes })).map((violation) => violation.slice(1)),
    ...(Array.isArray(cards) ? [] : ["cards must be an array."]),
    ...listOf(cards).flatMap((card, at) =>
      violationsOfCard(card).map((violation) => `cards[${at}]${violation}`),
    ),
  ];
}

/** Sentences that begin after the partner. */
async function violationsOfPartner(partner: unknown): Promise<string[]> {
  if (!isObject(partner)) return [" must be an object."];
  const { code, secret, callbackUrl, ...grants } = partner;
  const { paymentMethods, customerFees } = grants;
  return [
    ...(isText(code) && CODE.test(code)
      ? []
      : [".code must be a text of 1 to 50 characters that can be printed."]),
    ...(secret === undefined || isText(secret, SHORTEST_SECRET_BYTES)
      ? []
      : [`.secret must have at least ${SHORTEST_SECRET_BYTES} bytes.`]),
    ...unknownFields(grants, grantNames),
    ...(await grantViolations(grants)),
    ...unknownMethods(listOf(paymentMethods).filter((method) => isText(method))).map(
      (violation) => `.paymentMethods: ${violation}`,
    ),
    ...unknownMethods(Object.keys(isObject(customerFees) ? customerFees : {})).map(
      (violation) => `.customerFees: ${violation}`,
    ),
    ...(callbackUrl === undefined
      ? []
      : (await partnerViolations("registerCallbackUrl", { url: callbackUrl })).map(
          ({ reason }) => `.callbackUrl ${reason}.`,
        )),
  ];
}

/** Logs, JWTs and QR codes carry it. */
const CODE = /^\P{C}{1,50}$/u;

const grantNames: readonly string[] = [
  "ownerType",
  "paymentMethods",
  "bankCodes",
  "subAccounts",
  "customerFees",
];

async function grantViolations(grants: object): Promise<string[]> {
  return (await partnerViolations("changePartner", grants)).map(
    ({ field, place, reason }) =>
      `.${field}${place === "" || place.startsWith("[") ? place : `.${place}`} ${reason}.`,
  );
}

/** Sentences that begin after the card. */
function violationsOfCard(card: unknown): string[] {
  if (!isObject(card)) return [" must be an object."];
  const { number, decision, enrolment, ...others } = card;
  return [
    ...(isText(number) && /^\d{13,19}$/.test(number)
      ? []
      : [".number must be a text of 13 to 19 digits."]),
    ...(decisions.includes(decision) ? [] : [`.decision must be one of ${decisions.join(", ")}.`]),
    ...(enrolment === undefined || issuers.includes(enrolment)
      ? []
      : [`.enrolment must be one of ${issuers.join(", ")}.`]),
    ...unknownFields(others),
  ];
}

const decisions: readonly unknown[] = ["success", ...refusals];

const issuers: readonly unknown[] = enrolments;

function unknownFields(value: object, known: readonly string[] = []): string[] {
  return Object.keys(value)
    .filter((name) => !known.includes(name))
    .map((name) => `.${name} is unknown.`);
}

function isText(value: unknown, leastBytes = 0): value is string {
  return typeof value === "string" && Buffer.byteLength(value) >= leastBytes;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}
