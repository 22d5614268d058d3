/** What a schema says in words that mean nothing. */
import { nearestName } from "@contract-toolkit/contract/spelling";
import { takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { visitParts } from "../visit-document.ts";
import type { Fix } from "./fix.ts";

/**
 * Takes out types that JSON Schema does not have, and reports keywords that are nearly its own. Every reader ignores these, so
 * what was meant would be lost without a word.
 */
export function fixMisspeltSchemas(document: Node): Fix[] {
  const fixes: Fix[] = [];
  visitParts(document, (part, pointer, keys) => {
    if (!isSchema(keys)) return;
    const lose = (what: string, written: string, names: ReadonlySet<string>) => {
      const meant = nearestName(written, names);
      const advice = meant === undefined ? "" : `; did you mean ${meant}?`;
      fixes.push({ pointer, what: what + advice, isLoss: true });
    };
    for (const key of Object.keys(part))
      if (!keywords.has(key) && nearestName(key, keywords) !== undefined && !key.startsWith("x-"))
        lose(`the keyword ${key} says nothing`, key, keywords);
    const unknown = [part["type"] ?? []]
      .flat()
      .map(String)
      .filter((type) => !types.has(type));
    if (unknown.length > 0) takeOut(part, "type");
    for (const type of unknown) lose(`there is no type ${type}`, type, types);
  });
  return fixes;
}

/** Whether a part at a path is a schema. */
function isSchema(keys: readonly string[]): boolean {
  return holders.has(keys.at(-1) ?? "") || maps.has(keys.at(-2) ?? "");
}

const holders: ReadonlySet<string> = new Set(["schema", "items", "additionalProperties", "not"]);

const maps: ReadonlySet<string> = new Set([
  ...["schemas", "properties", "allOf", "anyOf", "oneOf", "prefixItems", "patternProperties"],
]);

const types: ReadonlySet<string> = new Set([
  ...["array", "boolean", "integer", "null", "number", "object", "string"],
]);

const keywords: ReadonlySet<string> = new Set([
  ...["$anchor", "$comment", "$defs", "$dynamicAnchor", "$dynamicRef", "$id", "$ref", "$schema"],
  ...["additionalItems", "additionalProperties", "allOf", "anyOf", "const", "contains"],
  ...["contentEncoding", "contentMediaType", "contentSchema", "default", "definitions"],
  ...["dependencies", "dependentRequired", "dependentSchemas", "deprecated", "description"],
  ...["discriminator", "else", "enum", "example", "examples", "exclusiveMaximum"],
  ...["exclusiveMinimum", "externalDocs", "format", "if", "items", "maxContains", "maxItems"],
  ...["maxLength", "maxProperties", "maximum", "minContains", "minItems", "minLength"],
  ...["minProperties", "minimum", "multipleOf", "not", "nullable", "oneOf", "pattern"],
  ...["patternProperties", "prefixItems", "properties", "propertyNames", "readOnly", "required"],
  ...["then", "title", "type", "unevaluatedItems", "unevaluatedProperties", "uniqueItems"],
  ...["writeOnly", "xml"],
]);
