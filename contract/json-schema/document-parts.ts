import { isObject } from "../json.ts";
import type { OpenApiDocument } from "../openapi.ts";
import { mapSubschemas, type Schema } from "./json-schema.ts";

/** Changes of the parts of a document. */
export interface PartChanges {
  readonly schema: (schema: Schema) => Schema;
  /** Changes a parameter, or a header of a response. */
  readonly parameter?: (parameter: Part) => Part;
}

type Part = Readonly<Record<string, unknown>>;

/**
 * Copies an OpenAPI document and changes its schemas and parameters, outer parts first. Names of fields, parameters and
 * media types may look like keywords, so only the places that OpenAPI 3.1, section 4.8, gives to a schema are read as one.
 *
 * @example
 * mapDocumentParts(document, { schema: ({ title: _, ...schema }) => schema });
 */
export function mapDocumentParts(
  document: OpenApiDocument,
  { schema: change, parameter = (part) => part }: PartChanges,
): OpenApiDocument {
  const changeSchema = (schema: Schema): Schema => mapSubschemas(change(schema), changeSchema);
  const changePart = (part: unknown, kind: Kind): unknown => {
    if (!isObject(part)) return part;
    if (kind === "schema") return changeSchema(part);
    const members = membersOf[kind];
    return mapMembers(kind === "parameter" ? parameter(part) : part, (value, name) => {
      const { one: kind, many } = members[name] ?? {};
      if (kind) return changePart(value, kind);
      if (!many) return value;
      if (Array.isArray(value)) return value.map((value) => changePart(value, many));
      return isObject(value) ? mapMembers(value, (value) => changePart(value, many)) : value;
    });
  };
  return changePart(document, "document") as OpenApiDocument;
}

function mapMembers(part: Part, change: (value: unknown, name: string) => unknown): Part {
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [name, change(value, name)]),
  );
}

type Kind =
  | ("document" | "components" | "item" | "operation")
  | ("parameter" | "body" | "response" | "media" | "encoding" | "schema");

/** A member that is one part, or a list or map of parts. */
type Member = Readonly<Partial<Record<"one" | "many", Kind>>>;

const parameters: Member = { many: "parameter" };
const operation: Member = { one: "operation" };
const content: Member = { many: "media" };
const schema: Member = { one: "schema" };

/** The members that contain schemas, by kind of part. */
const membersOf: Readonly<Record<Exclude<Kind, "schema">, Readonly<Record<string, Member>>>> = {
  document: {
    paths: { many: "item" },
    webhooks: { many: "item" },
    components: { one: "components" },
  },
  components: {
    schemas: { many: "schema" },
    responses: { many: "response" },
    parameters,
    requestBodies: { many: "body" },
    headers: parameters,
  },
  item: {
    parameters,
    get: operation,
    put: operation,
    post: operation,
    delete: operation,
    options: operation,
    head: operation,
    patch: operation,
    trace: operation,
  },
  operation: { parameters, requestBody: { one: "body" }, responses: { many: "response" } },
  parameter: { schema, content },
  body: { content },
  response: { headers: parameters, content },
  media: { schema, encoding: { many: "encoding" } },
  encoding: { headers: parameters },
};
