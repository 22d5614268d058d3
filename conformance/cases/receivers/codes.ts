import {
  codeOf,
  signatureOf,
  written,
  type Bend,
  type SignatureScheme,
} from "./signature-scheme.ts";

/** A signature in a header loses the spaces around it on the way. */
function isOfHeader({ place }: SignatureScheme): boolean {
  return place.startsWith("/headers/");
}

/** The right code, damaged or written otherwise. */
export function wrongCodes(scheme: SignatureScheme): Bend[] {
  return [
    ...damaged(),
    ...lengths(),
    ...encodings(scheme),
    ...(scheme.prefix === undefined ? words(scheme) : prefixes(scheme.prefix)),
    ...(isOfHeader(scheme)
      ? []
      : ([
          ["left out", () => undefined],
          ["null", () => null],
          ["with spaces around", (own, message) => ` ${signatureOf(own, message)} `],
          ["with a line break", (own, message) => `${signatureOf(own, message)}\n`],
          ["in a list", (own, message) => [signatureOf(own, message)]],
        ] satisfies Bend[])),
  ];
}

/** The right code in each spelling that has to be read. */
export function rightCodes({ encoding, isCaseFree }: SignatureScheme): Bend[] {
  if (encoding !== "hex" || !isCaseFree) return [];
  return [
    ["in capitals", (own, message) => signatureOf(own, message).toUpperCase()],
    [
      "in both cases",
      (own, message) =>
        signatureOf(own, message).replace(/[a-f]/g, (digit, at: number) =>
          at % 2 === 0 ? digit.toUpperCase() : digit,
        ),
    ],
  ];
}

/** Bytes of the right code that are others. */
function damaged(): Bend[] {
  const flipped =
    (isFlipped: (at: number, length: number) => boolean): Bend[1] =>
    (own, message) =>
      written(own, Buffer.from(codeOf(own, message).map(flip(isFlipped))));
  return [
    ["with another first byte", flipped((at) => at === 0)],
    ["with another last byte", flipped((at, length) => at === length - 1)],
    ["right in its first 4 bytes", flipped((at) => at >= 4)],
    ["right in its first half", flipped((at, length) => at >= length / 2)],
    ["right in its second half", flipped((at, length) => at < length / 2)],
  ];
}

function flip(isFlipped: (at: number, length: number) => boolean) {
  return (byte: number, at: number, code: Uint8Array) =>
    isFlipped(at, code.length) ? byte ^ 0xff : byte;
}

function lengths(): Bend[] {
  const cut =
    (bytes: (length: number) => number): Bend[1] =>
    (own, message) => {
      const code = codeOf(own, message);
      return written(own, code.subarray(0, bytes(code.length)));
    };
  return [
    ["empty", () => ""],
    ["without a code", (own) => own.prefix ?? "-"],
    ["cut after 1 byte", cut(() => 1)],
    ["cut after 8 bytes", cut(() => 8)],
    ["cut in half", cut((length) => length / 2)],
    ["cut before its last byte", cut((length) => length - 1)],
    [
      "with a byte more",
      (own, message) => written(own, Buffer.concat([codeOf(own, message), Buffer.alloc(1)])),
    ],
    ["with characters more", (own, message) => `${signatureOf(own, message)}00`],
  ];
}

function encodings({ encoding }: SignatureScheme): Bend[] {
  const other = encoding === "hex" ? "base64" : "hex";
  const inBase64: Bend[] = [
    ["without padding", (own, message) => signatureOf(own, message).replace(/=+$/, "")],
    [
      "in Base64 of URLs",
      (own, message) => (own.prefix ?? "") + codeOf(own, message).toString("base64url"),
    ],
    ["with bits left over", (own, message) => withLeftOverBits(signatureOf(own, message))],
    [
      "with letters in the other case",
      (own, message) =>
        (own.prefix ?? "") +
        codeOf(own, message)
          .toString("base64")
          // The last letter has bits that no byte is made of. In the other case they might be set.
          .replace(/[a-z](?!=*$)/gi, (letter) =>
            letter === letter.toUpperCase() ? letter.toLowerCase() : letter.toUpperCase(),
          ),
    ],
  ];
  return [
    [
      `in ${other === "hex" ? "hex" : "Base64"}`,
      (own, message) => (own.prefix ?? "") + codeOf(own, message).toString(other),
    ],
    ...(encoding === "base64" ? inBase64 : []),
  ];
}

/** Bits of the last letter that no byte is made of; decoders that do not look pass over them. */
function withLeftOverBits(text: string): string {
  return text.replace(/(.)(=+)$/, (_, letter: string, padding: string) => {
    return (LETTERS[LETTERS.indexOf(letter) + 1] ?? letter) + padding;
  });
}

const LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/** What other schemes write before their codes. */
function words({ hash }: SignatureScheme): Bend[] {
  return [`${hash}=`, "0x", "v1,", "v1="].map((word): Bend => {
    return [`after ${word}`, (own, message) => word + signatureOf(own, message)];
  });
}

/** Other versions prove nothing. */
function prefixes(prefix: string): Bend[] {
  const others: readonly (readonly [name: string, prefix: string])[] = [
    ["without its prefix", ""],
    ["of the next version", prefix.replace(/\d+/, (digits) => String(Number(digits) + 1))],
    ["of an asymmetric version", prefix.replace(/\d+/, "$&a")],
    ["with its prefix in capitals", prefix.toUpperCase()],
    ["with an equals sign", prefix.replace(/\W$/, "=")],
  ];
  return others
    .filter(([, other]) => other !== prefix)
    .map(([name, other]) => [
      name,
      (own, message) => signatureOf({ ...own, prefix: other }, message),
    ]);
}
