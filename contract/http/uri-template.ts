/** An expression of a path template with one variable (RFC 6570, section 2.2). */
export interface TemplateExpression {
  readonly name: string;
  /** `+` leaves reserved characters as they are. The others begin the text: `.a`, `/a`, `;name=a`. */
  readonly operator: "" | "+" | "." | "/" | ";";
  /** Whether each item, or each field of an object, is written by itself (`*`). */
  readonly isExploded: boolean;
}

/** A form of value: one text, a list, or an object. */
export type ExpandedShape = "text" | "list" | "object";

const expressionPattern = /\{([+./;]?)([^{}*]+)(\*?)\}/g;

/** Replaces each expression of a path template. */
export function replaceExpressions(
  template: string,
  textOf: (expression: TemplateExpression) => string,
): string {
  return template.replace(expressionPattern, (_, operator: string, name: string, star: string) =>
    textOf({
      name,
      operator: operator as TemplateExpression["operator"],
      isExploded: star !== "",
    }),
  );
}

/** The expressions of a path template, from left to right. */
export function expressionsOf(template: string): TemplateExpression[] {
  const found: TemplateExpression[] = [];
  replaceExpressions(template, (expression) => {
    found.push(expression);
    return "";
  });
  return found;
}

/** What stands before the text of an expression. The items of an exploded list of `;` have the name each. */
export function prefixOf({ name, operator, isExploded }: TemplateExpression, shape: ExpandedShape) {
  if (operator === "+") return "";
  return operator === ";" && !(isExploded && shape !== "text") ? `;${name}=` : operator;
}

/** Whether the text of an expression may have several segments. */
export function spansSegments(
  { operator, isExploded }: TemplateExpression,
  shape: ExpandedShape,
): boolean {
  return operator === "+" || (operator === "/" && isExploded && shape !== "text");
}

/**
 * Writes the path of a template (RFC 6570, section 3.2). An absent value of the operator `/` is left out with its slash.
 *
 * @throws {TypeError} for a value that would not be read back: an empty one, dots as a segment, a dot in an item between dots
 * @example
 * expandPath("/a{/list*}{;x}", { list: ["b", "c"], x: 1 }); // "/a/b/c;x=1"
 */
export function expandPath(template: string, values: Readonly<Record<string, unknown>>): string {
  const path = replaceExpressions(template, (expression) => {
    const value = values[expression.name];
    return value == null && expression.operator === "/" ? "" : expand(expression, value);
  });
  // URLs drop these segments, so the request would reach another operation.
  if (/\/\.{1,2}(?:\/|$)/.test(path)) throw new TypeError("a path must have no segments of dots");
  return path;
}

function expand(expression: TemplateExpression, value: unknown): string {
  const { name, operator, isExploded } = expression;
  const separator = templateSeparator(expression);
  const isOne = typeof value !== "object" || value === null;
  const write = (part: unknown) => {
    const text = typeof part === "string" ? part : part == null ? "" : JSON.stringify(part);
    if (text === "" || (!isOne && separator === "." && text.includes(".")))
      throw new TypeError(
        `${name} must not be empty${text === "" ? "" : ", and its parts have no dots"}`,
      );
    if (operator !== "+") return encodeURIComponent(text);
    const reserved = isOne ? /[?#]/g : /[?#,=]/g;
    return encodeURI(text).replace(reserved, encodeURIComponent);
  };
  if (isOne) return prefixOf(expression, "text") + write(value);
  const shape = Array.isArray(value) ? "list" : "object";
  const named = shape === "list" && operator === ";" && isExploded ? `${name}=` : "";
  const parts =
    shape === "list"
      ? (value as unknown[]).map((item) => named + write(item))
      : Object.entries(value)
          .filter(([, field]) => field != null)
          .map(([key, field]) => `${write(key)}${isExploded ? "=" : ","}${write(field)}`);
  if (parts.length === 0) throw new TypeError(`${name} must not be empty`);
  return prefixOf(expression, shape) + parts.join(separator);
}

function templateSeparator({ operator, isExploded }: TemplateExpression): string {
  return isExploded && operator !== "" && operator !== "+" ? operator : ",";
}

/**
 * Reads the items of a list, without the prefix of its expression.
 *
 * @param text with its separators; other characters may be percent-encoded
 * @returns undefined if the text is no list of this form
 */
export function readItems(expression: TemplateExpression, text: string): string[] | undefined {
  const named = expression.operator === ";" && expression.isExploded ? `${expression.name}=` : "";
  const items = text.split(templateSeparator(expression));
  if (!items.every((item) => item.startsWith(named))) return undefined;
  return items.map((item) => decodeURIComponent(item.slice(named.length)));
}

/** Reads the names and values of an object, as `readItems` reads a list. */
export function readPairs(
  expression: TemplateExpression,
  text: string,
): [string, string][] | undefined {
  const parts = text.split(templateSeparator(expression));
  const pairs = expression.isExploded
    ? parts.map((part) => splitOnce(part))
    : pairsIn(parts.map(decodeURIComponent));
  return pairs?.every((pair) => pair !== undefined) ? pairs : undefined;
}

/** Pairs of a list that has a name and a value in turn; undefined if its last name has no value. */
export function pairsIn(parts: readonly string[]): [string, string][] | undefined {
  if (parts.length % 2 === 1) return undefined;
  return parts.flatMap((name, at): [string, string][] =>
    at % 2 === 0 ? [[name, parts[at + 1] ?? ""]] : [],
  );
}

function splitOnce(part: string): [string, string] | undefined {
  const at = part.indexOf("=");
  if (at < 0) return undefined;
  return [decodeURIComponent(part.slice(0, at)), decodeURIComponent(part.slice(at + 1))];
}
