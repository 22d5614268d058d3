import { schemaProperties, type Schema } from "../json-schema/json-schema.ts";
import { isLimit, strictest } from "./bounds.ts";
import { asSchema } from "./conjuncts.ts";
import { commonTypes, readTypeNames } from "./types.ts";
import { allowedValues, canonicalJson } from "./values.ts";

/**
 * Merges schemas that all apply to a value into one. The strictest limit is kept. Keywords that cannot be merged go into
 * `allOf`. Of titles, descriptions and extensions, the last is kept.
 *
 * @param lists keywords whose lists are concatenated
 * @example
 * mergeSchemas([{ type: "string", maxLength: 9 }, { maxLength: 5 }]); // { type: "string", maxLength: 5 }
 */
export function mergeSchemas(
  schemas: readonly Schema[],
  lists: readonly string[] = ["required"],
): Schema {
  return schemas.reduce<Schema>((left, right) => {
    const both: Schema = { ...left, ...right };
    const apart: Schema[] = [];
    for (const keyword of Object.keys(right).filter((key) => Object.hasOwn(left, key))) {
      const [mine, theirs] = [left[keyword], right[keyword]];
      if (isLimit(keyword)) Object.assign(both, { [keyword]: strictest([left, right], keyword) });
      else if (lists.includes(keyword)) both[keyword] = [...new Set([mine, theirs].flat())];
      else if (keyword === "properties") both.properties = mergedProperties(left, right, lists);
      else if (isAnnotationKeyword(keyword) || canonicalJson(mine) === canonicalJson(theirs))
        continue;
      else if (keyword === "items")
        both.items = mergedPair(asSchema(mine), asSchema(theirs), lists);
      else if (keyword === "type") both.type = mergedTypes(left, right);
      else if (keyword === "enum") both.enum = allowedValues([left, right]) ?? [];
      else if (keyword === "allOf") both.allOf = [...(left.allOf ?? []), ...(right.allOf ?? [])];
      else {
        both[keyword] = mine;
        apart.push({ [keyword]: theirs });
      }
    }
    return apart.length === 0 ? both : { ...both, allOf: [...(both.allOf ?? []), ...apart] };
  }, {});
}

function mergedProperties(left: Schema, right: Schema, lists: readonly string[]) {
  const fields = new Map(schemaProperties(left));
  for (const [name, theirs] of schemaProperties(right)) {
    const mine = fields.get(name);
    fields.set(name, mine ? mergedPair(mine, theirs, lists) : theirs);
  }
  return Object.fromEntries(fields);
}

/** Nothing is written beside a reference, because OpenAPI 3.0 ignores it. */
function mergedPair(mine: Schema, theirs: Schema, lists: readonly string[]): Schema {
  return mine.$ref === theirs.$ref
    ? mergeSchemas([mine, theirs], lists)
    : { allOf: [mine, theirs] };
}

function mergedTypes(left: Schema, right: Schema): string | readonly string[] {
  const types = [...commonTypes(readTypeNames(left.type), readTypeNames(right.type))];
  return types.length === 1 ? (types[0] ?? types) : types;
}

/** Whether a keyword restricts no value. */
export function isAnnotationKeyword(keyword: string): boolean {
  return ["discriminator", "contentMediaType"].includes(keyword) || isMetaDataKeyword(keyword);
}

/** Whether a keyword only informs (JSON Schema Validation 2020-12, section 9), or is one of OpenAPI or an extension that does. */
export function isMetaDataKeyword(keyword: string): boolean {
  return metaDataKeywords.has(keyword) || keyword.startsWith("x-");
}

/** Keywords that only inform. */
export const metaDataKeywords: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "example", "examples", "externalDocs", "xml", "$comment"],
  ...["deprecated", "readOnly", "writeOnly"],
]);
