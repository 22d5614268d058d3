import { propertiesOf, type Schema } from "../json-schema/json-schema.ts";
import { isLimit, strictest } from "./bounds.ts";
import { textOf } from "./values.ts";

/**
 * Merges schemas that all apply to a value into one. The strictest limit is kept. Keywords that cannot be merged go into
 * `allOf`. Of titles, descriptions and extensions, the last is kept.
 *
 * @param lists keywords whose lists are concatenated
 * @example
 * merged([{ type: "string", maxLength: 9 }, { maxLength: 5 }]); // { type: "string", maxLength: 5 }
 */
export function merged(
  schemas: readonly Schema[],
  lists: readonly string[] = ["required"],
): Schema {
  return schemas.reduce<Schema>((one, other) => {
    const both: Schema = { ...one, ...other };
    const apart: Schema[] = [];
    for (const keyword of Object.keys(other).filter((each) => Object.hasOwn(one, each))) {
      const [mine, theirs] = [one[keyword], other[keyword]];
      if (isLimit(keyword)) Object.assign(both, { [keyword]: strictest([one, other], keyword) });
      else if (lists.includes(keyword)) both[keyword] = [...new Set([mine, theirs].flat())];
      else if (isAnnotation(keyword) || textOf(mine) === textOf(theirs)) continue;
      else if (keyword === "properties") both.properties = mergedProperties(one, other, lists);
      else if (keyword === "allOf") both.allOf = [...(one.allOf ?? []), ...(other.allOf ?? [])];
      else {
        both[keyword] = mine;
        apart.push({ [keyword]: theirs });
      }
    }
    return apart.length === 0 ? both : { ...both, allOf: [...(both.allOf ?? []), ...apart] };
  }, {});
}

function mergedProperties(one: Schema, other: Schema, lists: readonly string[]) {
  const fields = new Map(propertiesOf(one));
  for (const [name, theirs] of propertiesOf(other)) {
    const mine = fields.get(name);
    fields.set(name, mine ? merged([mine, theirs], lists) : theirs);
  }
  return Object.fromEntries(fields);
}

/** Whether a keyword restricts no value. */
export function isAnnotation(keyword: string): boolean {
  return annotations.has(keyword) || keyword.startsWith("x-");
}

const annotations: ReadonlySet<string> = new Set([
  ...["title", "description", "default", "example", "examples", "externalDocs", "xml", "$comment"],
  ...["deprecated", "readOnly", "writeOnly", "discriminator", "contentMediaType"],
]);
