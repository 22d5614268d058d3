import { isContainer, ownValue } from "../json.ts";
import type { OpenApiDocument } from "../openapi.ts";
import { joinPointer, pointerNames, valueIn } from "../pointer.ts";
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
  walkParts(copy, (part, kind) => {
    if (kind !== "schema" && kind !== "parameter") return;
    const changed = changes[kind]?.({ ...part });
    if (changed === undefined) return;
    for (const key of Object.keys(part)) Reflect.deleteProperty(part, key);
    Object.assign(part, changed);
  });
  return copy;
}

/** Where a part is, and what it is. Most visits do not ask where, so keys and pointer are made when they are asked for. */
export class PartPlace {
  readonly kind: PartKind;
  readonly #path: Path | undefined;

  constructor(kind: PartKind, path: Path | undefined) {
    this.kind = kind;
    this.#path = path;
  }

  get keys(): readonly string[] {
    return keysOf(this.#path);
  }

  /** As a JSON pointer in a URI fragment. */
  get pointer(): string {
    return joinPointer(this.keys);
  }
}

/**
 * Visits every part of a document once, outer parts first: operations, schemas and everything else that OpenAPI describes.
 * Examples, extensions and maps of parts are not parts. Names of fields, parameters and media types may look like keywords, so
 * only the places that OpenAPI 3.1, section 4.8, gives to a schema are read as one.
 *
 * @param visit may change the part; parts that it adds anywhere are visited, too
 */
export function visitParts(document: Part, visit: (part: Part, place: PartPlace) => void): void {
  const visited = new Set<object>();
  // A visit may add parts to places that were already visited.
  for (let before = -1; before < visited.size;) {
    before = visited.size;
    walkParts(document, (part, kind, path) => {
      if (visited.has(part)) return;
      visited.add(part);
      visit(part, new PartPlace(kind, path));
    });
  }
}

/** The last key of a path. A list of all keys for each part would cost more than the walk. */
interface Path {
  readonly key: string;
  readonly above: Path | undefined;
}

function keysOf(path: Path | undefined): string[] {
  return path ? [...keysOf(path.above), path.key] : [];
}

function walkParts(
  document: Part,
  enter: (part: Part, kind: PartKind, path: Path | undefined) => void,
): void {
  // YAML aliases refer to one object.
  const seen = new Set<object>();
  const walk = (part: object, kind: PartKind, path: Path | undefined): void => {
    if (seen.has(part)) return;
    seen.add(part);
    if (!Array.isArray(part)) enter(part as Part, kind, path);
    const { $ref } = part as Part;
    if (typeof $ref === "string" && outsideOpenApi.test($ref)) {
      const keys = pointerNames($ref);
      const target = valueIn(document, keys);
      const at = keys.reduce<Path | undefined>((above, key) => ({ key, above }), undefined);
      if (isContainer(target)) walk(target, kind, at);
    }
    for (const [key, value] of Object.entries(part)) {
      const member = isContainer(value) && memberOf(kind, key);
      if (!member) continue;
      const at = { key, above: path };
      const kindOfItems = member.endsWith("[]") ? member.slice(0, -2) : undefined;
      if (kindOfItems === undefined && !Array.isArray(value)) walk(value, member as PartKind, at);
      else
        for (const [name, item] of Object.entries(value))
          if (isContainer(item))
            walk(item, (kindOfItems ?? member) as PartKind, { key: name, above: at });
    }
  };
  walk(document, "document", undefined);
}

/** Members that OpenAPI does not have may be parts only because others refer to them. */
const outsideOpenApi = /^#\/(components\/)?(x-[^/]+|definitions)\//;

/** What a member is; undefined if it is data: an example, an extension or a list of names. */
function memberOf(kind: PartKind, key: string): Member | undefined {
  if (kind === "callback") return "item";
  const known = kind === "other" ? undefined : ownValue(membersOf[kind], key);
  return known ?? (data.has(key) || key.startsWith("x-") ? undefined : "other");
}

const data: ReadonlySet<string> = new Set([
  ...["example", "examples", "default", "enum", "const", "security", "scopes", "mapping"],
  ...["dependentRequired", "dependencies", "required", "definitions"],
]);

/** The members of a path item that are operations. */
export const httpMethods: readonly string[] = [
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace", "query"],
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
    paths: "item[]",
    webhooks: "item[]",
    components: "components",
  },
  components: {
    schemas: "schema[]",
    responses: "response[]",
    parameters: "parameter[]",
    headers: "parameter[]",
    requestBodies: "body[]",
    pathItems: "item[]",
    callbacks: "callback[]",
    links: "other[]",
    securitySchemes: "other[]",
  },
  item: {
    parameters: "parameter[]",
    ...Object.fromEntries(httpMethods.map((name) => [name, "operation" as const])),
    additionalOperations: "operation[]",
  },
  operation: {
    parameters: "parameter[]",
    requestBody: "body",
    responses: "response[]",
    callbacks: "callback[]",
  },
  parameter: { schema: "schema", content: "media[]" },
  body: { content: "media[]" },
  response: { headers: "parameter[]", content: "media[]", links: "other[]" },
  media: { schema: "schema", encoding: "encoding[]" },
  encoding: { headers: "parameter[]" },
  schema: {
    contentSchema: "schema",
    definitions: "schema[]",
    ...Object.fromEntries([...oneSubschema].map((keyword) => [keyword, "schema" as const])),
    ...Object.fromEntries([...manySubschemas].map((keyword) => [keyword, "schema[]" as const])),
  },
};
