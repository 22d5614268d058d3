import { statusRangesOf } from "../http/statuses.ts";
import { isSchema, mapSubschemas, referredName, type Schema } from "../json-schema/json-schema.ts";

/**
 * `messages.json` of a generated contract: a JSON Schema 2020-12 per message, with TypeSpec positions. Undocumented fields and
 * defaults are described as for requests (`open`).
 */
export interface MessageSchemas {
  readonly $schema: string;
  /** Position of the service's version, or else of its namespace, as `file:line:column`. */
  readonly "x-position"?: string;
  /** Only in very large contracts: the files that positions refer to by index (`wholeMessages`). */
  readonly files?: readonly string[];
  /** By name: `request <operationId>`, `response <operationId> <status>`, `refusal <status>`. */
  readonly messages: Readonly<Record<string, Schema>>;
  /** Components by name, which messages refer to. */
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** The name of the message that documents a response; undefined if none does. */
export function responseName(
  messages: MessageSchemas["messages"],
  operationId: string | undefined,
  status: number,
): string | undefined {
  return [status, ...statusRangesOf(status)]
    .map((range) => `response ${operationId ?? ""} ${range}`)
    .concat(`refusal ${status}`)
    .find((name) => Object.hasOwn(messages, name));
}

/**
 * How a schema treats undocumented fields and defaults: `open` ignores such fields and fills in defaults, `bare` only ignores
 * them, `closed` refuses them and fills in nothing.
 */
export type Openness = "open" | "bare" | "closed";

/**
 * The schema by which a server validates a message: requests are `open`, bodies of responses `closed`. Responses may have
 * undocumented headers.
 *
 * @param name as in `messages.json`
 * @param refer makes the reference to a definition
 * @param responses how bodies of responses treat undocumented fields; unless `closed`, a response may have a body that is not
 *   documented
 */
export function serverMessageSchema(
  name: string,
  schema: Schema,
  refer: (name: string, openness: Openness) => string,
  responses: Openness = "closed",
): Schema {
  if (name.startsWith("request ")) return readAs(schema, "open", refer);
  const parts = Object.entries(schema.properties ?? {});
  const readPart = (part: string, value: Schema | boolean) => {
    if (isSchema(value)) return readAs(value, part === "body" ? responses : "bare", refer);
    return part === "body" && responses !== "closed" ? {} : value;
  };
  return {
    ...schema,
    properties: Object.fromEntries(parts.map(([part, value]) => [part, readPart(part, value)])),
    // Schemas of the bodies, by content type.
    ...(schema.allOf && { allOf: schema.allOf.map((part) => readAs(part, responses, refer)) }),
  };
}

/**
 * Reads a schema, and all schemas in it, as open, bare or closed.
 *
 * @param refer makes the reference to a definition
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

/**
 * Accepts objects whose discriminator is missing or names no documented variant. A service can add variants, and its clients
 * must not fail when it does; a server never sends undocumented ones.
 *
 * @param schema of a message or definition, as in `messages.json`
 */
export function openMessageUnions(schema: Schema): Schema {
  return withOpenUnion(mapSubschemas(schema, openMessageUnions));
}

/** Like `openMessageUnions`, but without the schemas inside. */
export function withOpenUnion(schema: Schema): Schema {
  if (schema.discriminator === undefined) return schema;
  const { properties: _, required: __, ...open } = schema;
  return open;
}

/** Branches that do not match must not fill in defaults, and a PATCH contains only some fields. */
function withoutFilling(openness: Openness): Openness {
  return openness === "open" ? "bare" : openness;
}

/** Whether a schema lists all fields of its object. It does not if they come from alternatives. */
function isWholeObject(schema: Schema): boolean {
  const elsewhere = ["additionalProperties", "unevaluatedProperties", "anyOf", "oneOf"];
  return (
    schema.type === "object" &&
    schema.discriminator === undefined &&
    elsewhere.every((keyword) => schema[keyword] === undefined)
  );
}
