import { isSchema, mapSubschemas, referredName, type Schema } from "../json-schema/json-schema.ts";

/**
 * `messages.json` of a generated contract: each of its messages as JSON Schema 2020-12, with the positions of schemas and
 * keywords in the TypeSpec. Of fields that nobody documented, and of defaults, it says what holds of requests (`open`).
 */
export interface MessageSchemas {
  readonly $schema: string;
  /** In the file of a very large contract: what positions are in, by the index that they name (`wholeMessages`). */
  readonly files?: readonly string[];
  /** By name: `request <operationId>`, `response <operationId> <status>`, `refusal <status>`. */
  readonly messages: Readonly<Record<string, Schema>>;
  /** What messages refer to, by the name of the component. */
  readonly $defs: Readonly<Record<string, Schema>>;
}

/**
 * How a schema treats fields that nobody documented, and defaults: `open` ignores the former and fills in the latter,
 * `bare` only ignores, `closed` refuses the former and fills in nothing.
 */
export type Openness = "open" | "bare" | "closed";

/**
 * The schema of a message as a server holds it to it: requests are `open`, bodies of answers `closed`. Which other headers
 * an answer has is none of the contract's.
 *
 * @param name as in `messages.json`
 * @param refer makes the reference to the definition of a name, read in a way
 */
export function readMessage(
  name: string,
  schema: Schema,
  refer: (name: string, openness: Openness) => string,
): Schema {
  if (name.startsWith("request ")) return readAs(schema, "open", refer);
  const parts = Object.entries(schema.properties ?? {});
  return {
    ...schema,
    properties: Object.fromEntries(
      parts.map(([part, each]) => [
        part,
        isSchema(each) ? readAs(each, part === "body" ? "closed" : "bare", refer) : each,
      ]),
    ),
    // What holds of bodies of one content type.
    ...(schema.allOf && { allOf: schema.allOf.map((each) => readAs(each, "closed", refer)) }),
  };
}

/**
 * A schema as it is read in a way.
 *
 * @param refer makes the reference to the definition of a name, read in a way
 * @example
 * const item = { type: "object", properties: { id: { $ref: "#/$defs/Id" } } };
 * readAs(item, "closed", (name, openness) => `${openness}.${name}`);
 * // { type: "object", properties: { id: { $ref: "closed.Id" } }, additionalProperties: false }
 */
export function readAs(
  schema: Schema,
  outer: Openness,
  refer: (name: string, openness: Openness) => string,
): Schema {
  const openness = schema["x-partial"] ? withoutFilling(outer) : outer;
  const copy = mapSubschemas(schema, (inside, steps) =>
    readAs(inside, /^(anyOf|oneOf)\//.test(steps) ? withoutFilling(openness) : openness, refer),
  );
  const name = referredName(schema);
  if (name !== undefined) copy.$ref = refer(name, openness);
  if (openness !== "open") delete copy.default;
  if (openness === "closed" && isWholeObject(schema)) copy.additionalProperties = false;
  return copy;
}

/** A branch that does not fit has no part in the value, and a PATCH is a part of one: defaults are not filled in. */
function withoutFilling(openness: Openness): Openness {
  return openness === "open" ? "bare" : openness;
}

/** Whether a schema tells every documented field of its object, and not only what several alternatives share. */
function isWholeObject(schema: Schema): boolean {
  const elsewhere = ["additionalProperties", "unevaluatedProperties", "anyOf", "oneOf"];
  return (
    schema.type === "object" &&
    schema.discriminator === undefined &&
    elsewhere.every((keyword) => schema[keyword] === undefined)
  );
}
