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
      const member = memberOf(kind, key);
      if (!member || !isContainer(value)) continue;
      if (member.isOne && !Array.isArray(value)) walk(value, member.kind, [...keys, key]);
      else
        for (const [name, item] of Object.entries(value))
          walk(item, member.kind, [...keys, key, name]);
    }
  };
  // A visit may add parts to places that were already visited.
  for (let before = -1; before < visited.size; seen = new Set()) {
    before = visited.size;
    walk(document, "document", []);
  }
}

/** A member that is one part, or a list or map of parts; undefined if it is data: an example, an extension or a list of names. */
function memberOf(kind: PartKind, key: string): Member | undefined {
  if (kind === "callback") return one("item");
  const known = kind === "other" ? undefined : ownValue(membersOf[kind], key);
  return known ?? (data.has(key) || key.startsWith("x-") ? undefined : one("other"));
}

const data: ReadonlySet<string> = new Set([
  ...["example", "examples", "default", "enum", "const", "security", "scopes", "mapping"],
  ...["dependentRequired", "dependencies", "required"],
]);

/** A part of the kind `other` has no schemas. */
type PartKind =
  | ("document" | "components" | "item" | "operation" | "callback" | "other")
  | ("parameter" | "body" | "response" | "media" | "encoding" | "schema");

interface Member {
  readonly kind: PartKind;
  readonly isOne: boolean;
}

/** The members of a path item that are operations. */
export const httpMethods: readonly string[] = [
  ...["get", "put", "post", "delete", "options", "head", "patch", "trace"],
];

const one = (kind: PartKind): Member => ({ kind, isOne: true });
const many = (kind: PartKind): Member => ({ kind, isOne: false });

const parameters = many("parameter");
const content = many("media");
const schema = one("schema");
const responses = many("response");
const callbacks = many("callback");
const links = many("other");
const definitions = many("schema");
const operation = one("operation");

/** The members that contain schemas, or parts by name, by kind of part. */
const membersOf: Readonly<
  Record<Exclude<PartKind, "callback" | "other">, Readonly<Record<string, Member>>>
> = {
  document: {
    ...{ paths: many("item"), webhooks: many("item"), components: one("components"), definitions },
  },
  components: {
    ...{ schemas: many("schema"), parameters, headers: parameters, responses, links, callbacks },
    requestBodies: many("body"),
    pathItems: many("item"),
    securitySchemes: many("other"),
  },
  item: { parameters, ...Object.fromEntries(httpMethods.map((name) => [name, operation])) },
  operation: { parameters, requestBody: one("body"), responses, callbacks },
  parameter: { schema, content },
  body: { content },
  response: { headers: parameters, content, links },
  media: { schema, encoding: many("encoding") },
  encoding: { headers: parameters },
  schema: {
    contentSchema: schema,
    ...Object.fromEntries([...oneSubschema].map((keyword) => [keyword, schema])),
    ...Object.fromEntries(
      [...manySubschemas, "definitions"].map((keyword) => [keyword, definitions]),
    ),
  },
};
