import { inOtherCase } from "@contract-toolkit/schemas/boundaries/values/other-case";
import type { Alteration, SignatureScheme } from "./signature-scheme.ts";

export function wrongCodes(scheme: SignatureScheme): Alteration[] {
  const { encoding, hash, place, prefix } = scheme;
  const otherEncoding = encoding === "hex" ? "base64" : "hex";
  return [
    ["with another first byte", flipped((at) => at === 0)],
    ["with another last byte", flipped((at, length) => at === length - 1)],
    ["right in its first 4 bytes", flipped((at) => at >= 4)],
    ["right in its first half", flipped((at, length) => at >= length / 2)],
    ["right in its second half", flipped((at, length) => at < length / 2)],
    ["empty", () => ""],
    ["without a code", () => prefix ?? "-"],
    ["cut after 1 byte", cutSignature(() => 1)],
    ["cut after 8 bytes", cutSignature(() => 8)],
    ["cut in half", cutSignature((length) => length / 2)],
    ["cut before its last byte", cutSignature((length) => length - 1)],
    ["with a byte more", ({ code, written }) => written(Buffer.concat([code, Buffer.alloc(1)]))],
    ["with characters more", ({ right }) => `${right}00`],
    [
      `in ${otherEncoding === "hex" ? "hex" : "Base64"}`,
      ({ by }) => by({ encoding: otherEncoding }),
    ],
    ...(encoding === "base64" ? inBase64(scheme) : []),
    ...(prefix === undefined
      ? // The prefixes of other schemes.
        [`${hash}=`, "0x", "v1,", "v1="].map((word): Alteration => {
          return [`after ${word}`, ({ right }) => word + right];
        })
      : otherPrefixes(prefix)),
    // HTTP removes spaces around the value of a header.
    ...(place.startsWith("/headers/") ? [] : inBody),
  ];
}

export function rightCodes({ encoding, isCaseFree }: SignatureScheme): Alteration[] {
  if (encoding !== "hex" || !isCaseFree) return [];
  const everyOther = (digit: string, at: number) => (at % 2 === 0 ? digit.toUpperCase() : digit);
  return [
    ["in capitals", ({ right }) => right.toUpperCase()],
    ["in both cases", ({ right }) => right.replace(/[a-f]/g, everyOther)],
  ];
}

function flipped(isFlipped: (at: number, length: number) => boolean): Alteration[1] {
  return ({ code, written }) =>
    written(code.map((byte, at) => (isFlipped(at, code.length) ? byte ^ 0xff : byte)));
}

function cutSignature(bytes: (length: number) => number): Alteration[1] {
  return ({ code, written }) => written(code.subarray(0, bytes(code.length)));
}

function inBase64({ prefix = "" }: SignatureScheme): Alteration[] {
  // The last letter keeps its case, because its left-over bits must stay zero.
  const otherCase = (text: string) => text.replace(/[a-z](?!=*$)/gi, inOtherCase);
  return [
    ["without padding", ({ right }) => right.replace(/=+$/, "")],
    ["in Base64 of URLs", ({ code }) => prefix + code.toString("base64url")],
    ["with bits left over", ({ right }) => withLeftOverBits(right)],
    ["with letters in the other case", ({ code }) => prefix + otherCase(code.toString("base64"))],
  ];
}

/** Sets bits of the last letter that belong to no byte. Many decoders ignore them. */
function withLeftOverBits(text: string): string {
  return text.replace(/(.)(=+)$/, (_, letter: string, padding: string) => {
    return (LETTERS[LETTERS.indexOf(letter) + 1] ?? letter) + padding;
  });
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

function otherPrefixes(prefix: string): Alteration[] {
  const next = prefix.replace(/\d+/, (digits) => String(Number(digits) + 1));
  const others = [
    ["without its prefix", ""],
    ["of the next version", next],
    ["of an asymmetric version", prefix.replace(/\d+/, "$&a")],
    ["with its prefix in capitals", prefix.toUpperCase()],
    ["with an equals sign", prefix.replace(/\W$/, "=")],
  ] as const;
  return others
    .filter(([, other]) => other !== prefix)
    .map(([name, other]) => [name, ({ by }) => by({ prefix: other })]);
}

const inBody: readonly Alteration[] = [
  ["left out", () => undefined],
  ["null", () => null],
  ["with spaces around", ({ right }) => ` ${right} `],
  ["with a line break", ({ right }) => `${right}\n`],
  ["in a list", ({ right }) => [right]],
];
