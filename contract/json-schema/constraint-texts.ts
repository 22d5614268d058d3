import type { Schema } from "./json-schema.ts";

const words: Readonly<Record<string, string>> = {
  minLength: "at least %s characters",
  maxLength: "at most %s characters",
  minimum: "at least %s",
  maximum: "at most %s",
  exclusiveMinimum: "more than %s",
  exclusiveMaximum: "less than %s",
  minItems: "at least %s items",
  maxItems: "at most %s items",
  pattern: "matches `%s`",
};

/**
 * The limits of a schema's values in words.
 *
 * @example
 * constraintTexts({ type: "string", maxLength: 50 }); // ["at most 50 characters"]
 */
export function constraintTexts(schema: Schema): string[] {
  return Object.keys(words)
    .filter((keyword) => ["number", "string"].includes(typeof schema[keyword]))
    .map((keyword) => constraintText(keyword, schema[keyword]));
}

/**
 * The limit of one keyword in words.
 *
 * @example
 * constraintText("maxItems", 1); // "at most 1 item"
 */
export function constraintText(keyword: string, limit: unknown): string {
  const text = (words[keyword] ?? "").replace("%s", () => String(limit));
  return text.replace(/ 1 (character|item)s$/, " 1 $1");
}
