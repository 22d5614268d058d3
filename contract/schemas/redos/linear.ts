import { MOST_WAYS, textOfManyWays } from "./ambiguity.ts";
import type { Spend } from "./nfa.ts";

/** An expression that may take more than linear time on hostile text. */
interface Weakness {
  readonly reason: string;
  /** An attack text as a JavaScript expression; absent if it cannot be decided. */
  readonly attack?: string;
}

/**
 * Returns why a search for an expression may take more than linear time; undefined if each text has a limited number of
 * ways through it. An expression that cannot be decided counts as weak.
 *
 * @param flags flags of the expression
 * @param spend limits the steps; its error is thrown on
 * @example
 * weaknessOf("\\s+$", "")?.attack; // " ".repeat(50198) + "!": it is tried again from each space
 */
export function weaknessOf(source: string, flags: string, spend?: Spend): Weakness | undefined {
  const text = textOfManyWays(source, flags, Infinity, spend);
  if (text === undefined) return undefined;
  const attack = text ?? textOfManyWays(source, flags, FEW_COPIES, spend);
  return typeof attack === "string"
    ? {
        reason: `one text has more than ${MOST_WAYS} ways through it`,
        attack: pumpExpression(attack),
      }
    : { reason: "the ways through it cannot be counted" };
}

/** Why a pattern is not a valid regular expression of JSON Schema (ECMA-262 with Unicode); undefined if it is valid. */
export function patternFault(pattern: string): string | undefined {
  try {
    new RegExp(pattern, patternFlags);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/**
 * Without the escapes of characters that mean themselves, which JavaScript refuses only with the flag `u`.
 *
 * @example
 * withoutNeedlessEscapes("^\\-?[\\-\\@]$"); // "^-?[\\-@]$"
 */
export function withoutNeedlessEscapes(pattern: string): string {
  if (patternFault(pattern) === undefined) return pattern;
  let isInClass = false;
  const bare = pattern.replaceAll(/\\(.)|[[\]]/gsu, (token, escaped?: string) => {
    if (escaped === undefined) isInClass = token === "[";
    const isNeeded =
      escaped === undefined ||
      /[a-z\d^$\\.*+?()[\]{}|/]/i.test(escaped) ||
      (isInClass && escaped === "-");
    return isNeeded ? token : escaped;
  });
  return patternFault(bare) === undefined ? bare : pattern;
}

/** `weaknessOf` for a pattern of JSON Schema; undefined if the pattern is invalid. */
export function patternWeakness(pattern: string, spend?: Spend): Weakness | undefined {
  if (patternFault(pattern) !== undefined) return undefined;
  return weaknessOf(pattern, patternFlags, spend);
}

/** Flags of patterns in JSON Schema (section 6.3.3). Both engines use them. */
export const patternFlags = "u";

/** Enough copies of a repetition to find an attack on an expression that is too large to be counted. */
const FEW_COPIES = 50;

/** A text as a JavaScript expression that shortens its longest repetition before the last character. */
function pumpExpression(text: string): string {
  const body = text.slice(0, -1);
  const [best] = [1, 2, 3, 4, 5, 6, 7, 8]
    .map((length) => {
      let start = body.length - length;
      while (start > 0 && body[start - 1] === body[start - 1 + length]) start--;
      const count = Math.floor((body.length - start) / length);
      return { unit: body.slice(-length), count, taken: count * length };
    })
    .sort((left, right) => right.taken - left.taken);
  if (!best || best.count < 10) return quoteAscii(text);
  const before = body.slice(0, body.length - best.taken);
  const repetition = `${quoteAscii(best.unit)}.repeat(${best.count})`;
  return [...(before ? [quoteAscii(before)] : []), repetition, quoteAscii(text.slice(-1))].join(
    " + ",
  );
}

function quoteAscii(text: string): string {
  const escaped = (text: string) => `\\u${text.charCodeAt(0).toString(16).padStart(4, "0")}`;
  return JSON.stringify(text).replaceAll(/[^\x20-\x7e]/g, escaped);
}

/** One line about a weak expression. */
export function describeWeakness({ reason, attack }: Weakness): string {
  const shown = attack !== undefined && attack.length <= 200 ? `, as with ${attack}` : "";
  return `may take more than linear time: ${reason}${shown}`;
}

/** What to do about weak expressions. */
export const advice =
  "Begin the expression with ^, so that it is not tried from every character; let neighbouring repetitions share no character; end each round of a repetition that holds another one with a character that the inner one cannot take: (?:[a-z]+-)*[a-z]+. Limits such as {1,10} help only while they are few and small, because the ways through them multiply. A limit on the length of the text does not help, because the expression runs before the length is checked. Words that are listed, as in ^(?:one|two)$, are better an enum.";
