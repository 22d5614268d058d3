import { createHash } from "node:crypto";
import type { Case } from "../case.ts";
import { isBase64 } from "../../json/base64.ts";
import { callbackCase, type CallbackCase } from "./callback-case.ts";
import { rightCodes, wrongCodes } from "./codes.ts";
import {
  codeOf,
  signatureOf,
  signedBytes,
  written,
  type Bend,
  type SignatureScheme,
  type SignedMessage,
} from "./signature-scheme.ts";

/** Each signature of a message bent in each way, while every other one is right. */
export function signatureCases(
  base: Case,
  schemes: readonly SignatureScheme[],
  sample: SignedMessage,
): CallbackCase[] {
  return schemes.flatMap((scheme) => {
    const { place } = scheme;
    const field = place.slice(place.lastIndexOf("/") + 1);
    const toCase =
      (expected: "acknowledged" | "refused") =>
      ([name, write]: Bend) =>
        callbackCase(base, `${field}/${name}`, `${field} ${name}`, expected, {
          signature: { place, write },
        });
    const wrong = [
      ...wrongKeys(scheme),
      ...wrongCodes(scheme),
      ...wrongParts(scheme, sample),
      ...wrongAmongOthers(scheme),
    ];
    return [
      ...wrong.map(toCase("refused")),
      ...[...rightCodes(scheme), ...rightAmongOthers(scheme)].map(toCase("acknowledged")),
    ];
  });
}

/** Hashes that signatures were once made with, or are elsewhere. */
const hashes = ["md5", "sha1", "sha256", "sha384", "sha512"];

function wrongKeys({ hash, secret }: SignatureScheme): Bend[] {
  const keyed =
    (change: Partial<SignatureScheme>): Bend[1] =>
    (scheme, message) =>
      written(scheme, codeOf({ ...scheme, ...change }, message));
  const unkeyed =
    (made: (bytes: Buffer) => readonly (string | Buffer)[]): Bend[1] =>
    (scheme, message) => {
      const sum = createHash(hash);
      for (const part of made(signedBytes(scheme, message))) sum.update(part);
      return written(scheme, sum.digest());
    };
  return [
    ["made with another secret", keyed({ secret: otherSecret(secret) })],
    ["made with an empty secret", keyed({ secret: "" })],
    ["made with the beginning of the secret", keyed({ secret: secret.slice(0, -1) })],
    ...hashes
      .filter((each) => each !== hash)
      .map((each): Bend => [`made with HMAC of ${each}`, keyed({ hash: each })]),
    ["a hash without a secret", unkeyed((bytes) => [bytes])],
    ["a hash of message and secret", unkeyed((bytes) => [bytes, secret])],
    ["a hash of secret and message", unkeyed((bytes) => [secret, bytes])],
  ];
}

/** As long as the right one, so that only its value is wrong. */
function otherSecret(secret: string): string {
  return secret.replace(/./g, (each) => (each === "x" ? "y" : "x"));
}

/** Signatures of something else than the whole. */
function wrongParts({ parts }: SignatureScheme, sample: SignedMessage): Bend[] {
  const signing =
    (of: (all: readonly (string | Uint8Array)[], message: SignedMessage) => typeof all): Bend[1] =>
    (scheme, message) =>
      signatureOf({ ...scheme, parts: (signed) => of(scheme.parts(signed), message) }, message);
  const all = parts(sample);
  const without = all.map((_, left): Bend => {
    return [`without part ${left + 1}`, signing((each) => each.filter((__, at) => at !== left))];
  });
  const emptied = all.map((_, left): Bend => {
    return [`with nothing for part ${left + 1}`, signing((each) => each.with(left, ""))];
  });
  const alone = all.map((_, only): Bend => {
    return [`of part ${only + 1} alone`, signing((each) => each.slice(only, only + 1))];
  });
  const swapped = all.slice(1).map((_, at): Bend => {
    const swap = signing((each) => each.toSpliced(at, 2, each[at + 1] ?? "", each[at] ?? ""));
    return [`with parts ${at + 1} and ${at + 2} exchanged`, swap];
  });
  const unjoined: Bend = [
    "with nothing between its parts",
    (scheme, message) => signatureOf({ ...scheme, joint: "" }, message),
  ];
  return [
    ["of nothing", signing(() => [])],
    ...(all.length > 1 ? [...without, ...emptied, ...swapped, unjoined] : []),
    ...(all.length > 2 ? alone : []),
    ...(all.some((part) => typeof part === "string" && part !== "" && isBase64(part))
      ? [["of decoded content", signing((each) => each.map(decoded))] satisfies Bend]
      : []),
    ...textFields(sample.body)
      .map((name): Bend => {
        const ofText = signing((each, { body }) =>
          each.map((part) => (typeof part === "string" ? part : textAt(body, name))),
        );
        return [`of ${name} in place of the body`, ofText];
      })
      .filter(() => all.some((part) => typeof part !== "string")),
  ];
}

function decoded(part: string | Uint8Array): string | Uint8Array {
  return typeof part === "string" && part !== "" && isBase64(part)
    ? Buffer.from(part, "base64")
    : part;
}

function textFields(body: unknown): string[] {
  return Object.entries(Object(body) as Record<string, unknown>).flatMap(([name, value]) =>
    typeof value === "string" ? [name] : [],
  );
}

function textAt(body: unknown, name: string): string {
  return String((Object(body) as Record<string, unknown>)[name]);
}

function several(separator: string, ...which: readonly ("right" | "other")[]): Bend[1] {
  return (scheme, message) =>
    which
      .map((each, index) =>
        each === "right"
          ? signatureOf(scheme, message)
          : signatureOf({ ...scheme, secret: `another secret ${index}` }, message),
      )
      .join(separator);
}

function wrongAmongOthers({ separator }: SignatureScheme): Bend[] {
  return separator === undefined
    ? []
    : [["two that are wrong", several(separator, "other", "other")]];
}

/** While one secret replaces another, a sender signs with both. */
function rightAmongOthers({ separator }: SignatureScheme): Bend[] {
  if (separator === undefined) return [];
  return [
    ["before another", several(separator, "right", "other")],
    ["after another", several(separator, "other", "right")],
    ["after two others", several(separator, "other", "other", "right")],
    ["between two others", several(separator, "other", "right", "other")],
  ];
}
