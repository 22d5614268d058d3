import { isContainer, ownValue } from "../json.ts";
import type { OpenApiDocument } from "../openapi.ts";
import { joinPointer } from "../pointer.ts";
import { manySubschemas, oneSubschema, type Schema } from "./json-schema.ts";

/** Changes of the parts of a document. */
export interface PartChanges {
  readonly schema: (schema: Schema) => Schema;
  /** Changes a parameter, or a header of a response. */
  readonly parameter?: (parameter: Part) => Part;
}

type Part = Record<string, unknown>;

/**
 * Copies an OpenAPI document and changes its schemas and parameters, outer parts first.
 *
 * @example
 * mapDocumentParts(document, { schema: ({ title: _, ...schema }) => schema });
 */
export function mapDocumentParts(document: OpenApiDocument, changes: PartChanges): OpenApiDocument {
  const copy = structuredClone(document);
  visitParts(copy, (part, { kind }) => {
    if (kind !== "schema" && kind !== "parameter") return;
    const changed = changes[kind]?.({ ...part });
    if (changed === undefined) return;
    for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
    Object.assign(part, changed);
  });
  return copy;
}

/** Where a part is, and what it is. */
export interface PartPlace {
  readonly kind: PartKind;
  /** As a JSON pointer in a URI fragment. */
  readonly pointer: string;
  readonly keys: readonly string[];
}

/**
 * Visits every part of a document once, outer parts first: operations, schemas and everything else that OpenAPI describes.
 * Examples, extensions and maps of parts are not parts. Names of fields, parameters and media types may look like keywords, so
 * only the places that OpenAPI 3.1, section 4.8, gives to a schema are read as one.
 *
 * @param visit may change the part; parts that it adds anywhere are visited, too
 */
export function visitParts(document: Part, visit: (part: Part, place: PartPlace) => void): void {
  // YAML aliases refer to one object.
  const visited = new Set<object>();
  let seen = new Set<object>();
  const walk = (part: unknown, kind: PartKind, keys: readonly string[]): void => {
    if (!isContainer(part) || seen.has(part)) return;
    seen.add(part);
    if (!Array.isArray(part) && !visited.has(part)) {
      visited.add(part);
      visit(part, { kind, pointer: joinPointer(keys), keys });
    }
    for (const [key, value] of Object.entries(part)) {
      const [member, many] = memberOf(kind, key)?.split("[]") ?? [];
      if (member === undefined || !isContainer(value)) continue;
      if (many === undefined && !Array.isArray(value))
        walk(value, member as PartKind, [...keys, key]);
      else
        for (const [name, item] of Object.entries(value))
          walk(item, member as PartKind, [...keys, key, name]);
    }
  };
  // A visit may add parts to places that were already visited.
  for (let before = -1; before < visited.size; seen = new Set()) {
    before = visited.size;
    walk(document, "document", []);
  }
}

/** What a member is; undefined if it is data: an example, an extension or a list of names. */
function memberOf(kind: PartKind, key: string): Member | undefined {
  if (kind === "callback") return "item";
  const known = kind === "other" ? undefined : ownValue(membersOf[kind], key);
  return known ?? (data.has(key) || key.startsWith("x-") ? undefined : "other");
}

const data: ReadonlySet<string> = new Set([
  ...["example", "examples", "default", "enum", "const", "security", "scopes", "mapping"],
  ...["dependentRequired", "dependencies", "required"],
]);

/** The members of a path item that are operations. */
export const httpMethods: readonly string[] = [
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
];

/** A part of the kind `other` has no schemas. */
type PartKind =
  | ("document" | "components" | "item" | "operation" | "callback" | "other")
  | ("parameter" | "body" | "response" | "media" | "encoding" | "schema");

/** One part, or a list or map of parts. */
type Member = PartKind | `${PartKind}[]`;

/** The members that contain schemas, or parts by name, by kind of part. */
const membersOf: Readonly<
  Record<Exclude<PartKind, "callback" | "other">, Readonly<Record<string, Member>>>
> = {
  document: {
    ...{ paths: "item[]", webhooks: "item[]", components: "components", definitions: "schema[]" },
  },
  components: {
    ...{ schemas: "schema[]", responses: "response[]", parameters: "parameter[]" },
    ...{ headers: "parameter[]", requestBodies: "body[]", pathItems: "item[]" },
    ...{ callbacks: "callback[]", links: "other[]", securitySchemes: "other[]" },
  },
  item: {
    parameters: "parameter[]",
    ...Object.fromEntries(httpMethods.map((name) => [name, "operation" as const])),
  },
  operation: {
    ...{ parameters: "parameter[]", requestBody: "body", responses: "response[]" },
    callbacks: "callback[]",
  },
  parameter: { schema: "schema", content: "media[]" },
  body: { content: "media[]" },
  response: { headers: "parameter[]", content: "media[]", links: "other[]" },
  media: { schema: "schema", encoding: "encoding[]" },
  encoding: { headers: "parameter[]" },
  schema: {
    ...{ contentSchema: "schema", definitions: "schema[]" },
    ...Object.fromEntries([...oneSubschema].map((keyword) => [keyword, "schema" as const])),
    ...Object.fromEntries([...manySubschemas].map((keyword) => [keyword, "schema[]" as const])),
  },
};
