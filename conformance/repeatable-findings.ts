import type { Finding } from "./verdict.ts";

/** Replaces values that were made for this run by those that stand for them in the case. */
export function inTermsOfCase(
  findings: readonly Finding[],
  bindings: ReadonlyMap<string, string>,
): Finding[] {
  return findings.map((finding) => {
    const { message, repeatable = message } = finding;
    const worded = [...bindings].reduce(
      (text, [written, made]) =>
        made.length < shortestUnmistakable
          ? text.replaceAll(JSON.stringify(made), JSON.stringify(written))
          : text.replaceAll(made, written),
      repeatable,
    );
    return worded === message ? finding : { ...finding, repeatable: worded };
  });
}

/**
 * The text of a finding without values that the target seems to have made. Another run has the same text. Values in the case
 * (`written`) are kept.
 */
export function repeatableText(
  { message, repeatable = message }: Finding,
  written: string,
): string {
  const instead = isComparison.test(repeatable) ? numbered() : placeholder;
  const replaced = machineMade.reduce(
    (text, { looks, like }) =>
      text.replace(looks, (value) => (written.includes(value) ? value : instead(value, like))),
    repeatable,
  );
  return replaced.replace(quoted, (string) =>
    string.replace(segment, (value) =>
      looksRandom(value) && !written.includes(value) ? instead(value, "opaque") : value,
    ),
  );
}

/** Outside comparisons, two values may be equal in one run and differ in the next, such as times. */
const isComparison = /expected .*, found /s;

function placeholder(_: string, kind: string): string {
  return `<${kind}>`;
}

/** Numbers the different values of one kind, because compared values differ in every run. The first has no number. */
function numbered(): (value: string, kind: string) => string {
  const known = new Map<string, string[]>();
  return (value, kind) => {
    const values = known.get(kind) ?? [];
    known.set(kind, values);
    if (!values.includes(value)) values.push(value);
    const number = values.indexOf(value) + 1;
    return number === 1 ? `<${kind}>` : `<${kind} ${number}>`;
  };
}

/** A shorter value may be part of another one by chance, so it is replaced only as a whole string. */
const shortestUnmistakable = 8;

/** The most specific kind first. */
const machineMade: readonly { looks: RegExp; like: string }[] = [
  { looks: /(?:127\.0\.0\.1|localhost|\[::1\]):\d+/g, like: "address" },
  { looks: /\beyJ[\w-]+\.[\w-]+\.[\w-]*/g, like: "token" },
  {
    looks: /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/gi,
    like: "uuid",
  },
  {
    looks: /\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?/g,
    like: "time",
  },
  // Seconds and milliseconds since 1970, from 2017 on.
  { looks: /\b(?:1[5-9]|[2-4]\d)\d{8}(?:\d{3})?\b/g, like: "time" },
  { looks: /\b[0-9A-F]{12,}\b/gi, like: "opaque" },
];

const quoted = /"(?:[^"\\]|\\.)*(?:"|$)/g;
const segment = /[\w-]{16,}={0,2}/g;

/** At least 16 characters of Base64, hexadecimal or similar: digits among letters, or more capitals than a word has. */
function looksRandom(text: string): boolean {
  const capitals = text.replace(/[^A-Z]/g, "").length / text.length;
  const isMixed = /\d/.test(text) && /[A-Za-z]/.test(text);
  return isMixed || (capitals > 0.25 && /[a-z]/.test(text));
}
