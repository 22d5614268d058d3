import { createHash } from "node:crypto";
import { isBase64 } from "../../json-comparison/values.ts";
import type { Case } from "../case.ts";
import { callbackCase, type CallbackCase } from "./callback-case.ts";
import { rightCodes, wrongCodes } from "./signature-values.ts";
import {
  signing,
  type Alteration,
  type SignatureScheme,
  type SignedMessage,
} from "./signature-scheme.ts";

export function signatureCases(
  base: Case,
  schemes: readonly SignatureScheme[],
  sample: SignedMessage,
): CallbackCase[] {
  return schemes.flatMap((scheme) => {
    const { place } = scheme;
    const field = place.slice(place.lastIndexOf("/") + 1);
    const casesOf = (expected: "acknowledged" | "refused", all: readonly Alteration[]) =>
      all.map(([name, alter]) => {
        const write = (own: SignatureScheme, message: SignedMessage) =>
          alter(signing(own, message));
        const form = { signature: { place, write } };
        return callbackCase(base, `${field}/${name}`, `${field} ${name}`, expected, form);
      });
    return [
      ...casesOf("refused", [
        ...wrongKeys(scheme),
        ...wrongCodes(scheme),
        ...wrongParts(scheme, sample),
        ...amongOthers(scheme, wrongAmongOthers),
      ]),
      ...casesOf("acknowledged", [...rightCodes(scheme), ...amongOthers(scheme, rightAmongOthers)]),
    ];
  });
}

/** Hashes that other schemes use or used. */
const hashes = ["md5", "sha1", "sha256", "sha384", "sha512"];

function wrongKeys({ hash, secret }: SignatureScheme): Alteration[] {
  const unkeyed =
    (before: string, after: string): Alteration[1] =>
    ({ bytes, written }) =>
      written(createHash(hash).update(before).update(bytes).update(after).digest());
  const ofSameLength = secret.replace(/./g, (text) => (text === "x" ? "y" : "x"));
  return [
    ["made with another secret", ({ by }) => by({ secret: ofSameLength })],
    ["made with an empty secret", ({ by }) => by({ secret: "" })],
    ["made with the beginning of the secret", ({ by }) => by({ secret: secret.slice(0, -1) })],
    ...hashes
      .filter((text) => text !== hash)
      .map((hash): Alteration => [`made with HMAC of ${hash}`, ({ by }) => by({ hash: hash })]),
    ["a hash without a secret", unkeyed("", "")],
    ["a hash of message and secret", unkeyed("", secret)],
    ["a hash of secret and message", unkeyed(secret, "")],
  ];
}

type Parts = readonly (string | Uint8Array)[];

function wrongParts({ parts }: SignatureScheme, sample: SignedMessage): Alteration[] {
  const of =
    (change: (all: Parts, message: SignedMessage) => Parts): Alteration[1] =>
    ({ message, by }) =>
      by({ parts: (signed) => change(parts(signed), message) });
  const all = parts(sample);
  const exchanged = (own: Parts, at: number) =>
    own.toSpliced(at, 2, own[at + 1] ?? "", own[at] ?? "");
  const several: Alteration[] = [
    ...all.flatMap((_, at): Alteration[] => [
      [`without part ${at + 1}`, of((own) => own.toSpliced(at, 1))],
      [`with nothing for part ${at + 1}`, of((own) => own.with(at, ""))],
    ]),
    ...all.slice(1).map((_, at): Alteration => {
      return [`with parts ${at + 1} and ${at + 2} exchanged`, of((own) => exchanged(own, at))];
    }),
    ["with nothing between its parts", ({ by }) => by({ joint: "" })],
  ];
  const alone = all.map((_, at): Alteration => {
    return [`of part ${at + 1} alone`, of((own) => own.slice(at, at + 1))];
  });
  const inPlace = Object.entries(Object(sample.body) as Record<string, unknown>)
    .filter(([, value]) => typeof value === "string")
    .map(([name]): Alteration => {
      const textOf = ({ body }: SignedMessage) =>
        String((Object(body) as typeof sample.headers)[name]);
      const isText = (part: Parts[number]) => typeof part === "string";
      const alter = of((own, message) =>
        own.map((part) => (isText(part) ? part : textOf(message))),
      );
      return [`of ${name} in place of the body`, alter];
    });
  return [
    ["of nothing", of(() => [])],
    ...(all.length > 1 ? several : []),
    ...(all.length > 2 ? alone : []),
    ...(all.some((part) => decodeBase64Part(part) !== part)
      ? [["of decoded content", of((own) => own.map(decodeBase64Part))] satisfies Alteration]
      : []),
    ...(all.some((part) => typeof part !== "string") ? inPlace : []),
  ];
}

function decodeBase64Part(part: string | Uint8Array): string | Uint8Array {
  return typeof part === "string" && part !== "" && isBase64(part)
    ? Buffer.from(part, "base64")
    : part;
}

type Among = Readonly<Record<string, readonly ("right" | "other")[]>>;

const wrongAmongOthers: Among = { "two that are wrong": ["other", "other"] };

/** During the rotation of secrets, a sender signs with both. */
const rightAmongOthers: Among = {
  "before another": ["right", "other"],
  "after another": ["other", "right"],
  "after two others": ["other", "other", "right"],
  "between two others": ["other", "right", "other"],
};

function amongOthers({ separator }: SignatureScheme, among: Among): Alteration[] {
  if (separator === undefined) return [];
  return Object.entries(among).map(([name, which]) => [
    name,
    ({ right, by }) =>
      which
        .map((text, at) => (text === "right" ? right : by({ secret: `another secret ${at}` })))
        .join(separator),
  ]);
}
