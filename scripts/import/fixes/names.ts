/** Rules about names. Names of schemas and operations become names in TypeSpec, of files and of types. */
import {
  isInherited,
  isObject,
  pointerName,
  pointerStep,
  unusableOperationIds,
  visitParts,
} from "@contract-toolkit/contract";
import {
  findFreeName,
  itemsOrEmpty,
  nodeOrEmpty,
  nodesOf,
  stringOrUndefined,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { distinct } from "@contract-toolkit/contract/schema-algebra";
import type { Fix, Rule } from "./fix.ts";
import { componentSchemas, operationsOf } from "../document.ts";

/** An operation id becomes the name of a method, of a handler and of cases. */
export function fixOperationIds(document: Node): Fix[] {
  const schemas = schemaNames(document);
  const taken = [...schemas, ...operationIds(document)];
  const byTypeName = new Map<string, string>();
  const all = {
    includes: (name: string) => taken.includes(name) || byTypeName.has(typeName(name)),
  };
  return operationsOf(document).flatMap(({ path, method, operation, pointer }) => {
    const id = stringOrUndefined(operation["operationId"]);
    const text = id ?? "";
    const isPlain = /^[A-Za-z_][\w.-]*$/.test(text) && !unusableOperationIds.has(text);
    const same = byTypeName.get(typeName(text));
    const isFree = isPlain && same === undefined && !isNameTaken(text, taken, schemas);
    const letters = text.replaceAll(/[^\w-]+/g, isPlain ? "_" : "-").replace(/^[^A-Za-z_]+/, "");
    const wished =
      id === undefined ? componentNameAt([method, ...path.split(/[^A-Za-z0-9]+/)]) : letters;
    const own = id !== undefined && isFree ? id : findFreeName(wished || "operation", all);
    byTypeName.set(typeName(own), own);
    if (own === id) return [];
    operation["operationId"] = own;
    taken.push(own);
    if (id === undefined)
      return { pointer, what: `an operation without an id: now operation id ${own}` };
    const why =
      same === undefined
        ? ""
        : same === id
          ? ", which another operation has"
          : `, which names the same types as ${same}`;
    return { pointer, what: `operation id ${text}${why}: renamed to ${own}` };
  });
}

/** Types of an operation are named after its id. */
function typeName(id: string): string {
  return id.replaceAll(/(?:^|[^\w$]+)(.?)/g, (_, letter: string) => letter.toUpperCase());
}

/** A dot creates a namespace. A namespace, an operation and a model cannot share a name. */
function isNameTaken(id: string, taken: readonly string[], schemas: readonly string[]): boolean {
  const steps = id.split(".");
  const around = steps.map((_, index) => steps.slice(0, index + 1).join(".")).slice(0, -1);
  return (
    around.some((name) => taken.includes(name)) ||
    schemas.some((schema) => schema === id || schema.startsWith(`${id}.`))
  );
}

function schemaNames(document: Node): string[] {
  return Object.keys(componentSchemas(document));
}

/** A title becomes the name of a namespace, and properties in TypeSpec need a name. */
export const emptyName: Rule = (schema) => {
  const { info, parameters, properties, required } = schema;
  if (isObject(info) && info["title"] === "") {
    info["title"] = "Service";
    return 'empty title: now "Service"';
  }
  const lost = Object.keys(nodeOrEmpty(properties)).filter((name) => unwritable.has(name));
  if (isObject(properties) && lost.length > 0) {
    takeOut(properties, ...lost);
    if (Array.isArray(required))
      schema["required"] = required.filter((name) => !unwritable.has(String(name)));
    return lost.map((name) => `property ${name || "without a name"}: removed`);
  }
  if (!Array.isArray(parameters)) return undefined;
  const left = parameters.filter(
    (parameter) => !isObject(parameter) || !unwritable.has(String(parameter["name"])),
  );
  if (left.length === parameters.length) return undefined;
  schema["parameters"] = left;
  return "parameters without a name, or named __proto__: removed";
};

/** Programs in JavaScript lose the second. */
const unwritable: ReadonlySet<string> = new Set(["", "__proto__"]);

/**
 * The name of a service and its folder: the first words of its title, up to a generic word such as API.
 *
 * @returns undefined if that is not a valid name
 */
export function shortName(title: string): string | undefined {
  const words = title.split(/[^\p{L}\p{N}]+/u).filter((word) => !/^(|the|an?)$/i.test(word));
  const end = words.findIndex((word) => generic.test(word));
  const own = words.slice(0, end < 0 ? longestName : Math.min(end, longestName));
  const name = own.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
  return /^[A-Za-z]\w*$/.test(name) && !used.has(name) ? name : undefined;
}

/** The name of a document's namespace, which nothing in it has. */
export function namespaceName(document: Node): string {
  const title = String(nodeOrEmpty(document["info"])["title"]);
  const name = shortName(title) ?? componentNameAt(title.split(/[^A-Za-z0-9]+/));
  const inside = [...used, ...schemaNames(document), ...operationIds(document)];
  return findFreeName(name === "" ? "Service" : name, inside);
}

const generic =
  /^(apis?|web|rest(ful)?|http|openapi|swagger|specification|reference|documentation|services?|v\d+|version|with|for|from|of|by)$/i;

/** Names that specifications refer to. A namespace or a model of that name would hide them. */
const used: ReadonlySet<string> = new Set([
  ...[
    "TypeSpec",
    "Record",
    "Array",
    "Lifecycle",
    "ArrayEncoding",
    "Contract",
    "string",
    "boolean",
    "bytes",
    "url",
    "duration",
  ],
  ...["numeric", "integer", "float", "decimal", "float32", "float64", "safeint"],
  ...[8, 16, 32, 64].flatMap((bits) => [`int${bits}`, `uint${bits}`]),
  ...["plainDate", "plainTime", "utcDateTime", "offsetDateTime", "unixTimestamp32"],
]);

/** In words. */
const longestName = 3;

/** The ids of all operations. */
export function operationIds(document: Node): string[] {
  return operationsOf(document).map(({ operation }) => String(operation["operationId"]));
}

/** TypeSpec describes a tag once. */
export function fixTags(document: Node): Fix[] {
  const tags = itemsOrEmpty(document["tags"]).map(nodeOrEmpty);
  const left = distinct(tags, ({ name }) => name);
  if (left.length < tags.length) document["tags"] = left;
  const what = ({ name }: Node) => `tag ${String(name)} is described before: removed`;
  return tags.flatMap((tag, at) =>
    left.includes(tag) ? [] : { pointer: `#/tags/${at}`, what: what(tag) },
  );
}

/** Names of components become names of TypeSpec and of files. */
export function fixNames(document: Node): Fix[] {
  const { components } = document;
  if (!isObject(components)) return [];
  return nodesOf(components).flatMap(([kind, parts]) =>
    fixNamesOf(kind, parts, components, document),
  );
}

function fixNamesOf(kind: string, parts: Node, components: Node, document: Node): Fix[] {
  const names = Object.keys(parts);
  const isNamespace = (name: string) => names.some((other) => other.startsWith(`${name}.`));
  // A dot creates a namespace in TypeSpec, which cannot have the name of a model.
  const hasNamespaces = kind === "schemas" && names.some(isNamespace);
  const renamed = new Map<string, string>();
  const fixes = names.flatMap((name) => {
    const isPlain = /^[\p{L}\p{N}_-][\p{L}\p{N}_.-]*$/u.test(name);
    const isDotted = hasNamespaces && name.includes(".");
    const isUsed = kind === "schemas" && (used.has(name) || isInherited(name));
    if (isPlain && !isDotted && !isUsed) return [];
    const plain = isPlain ? name : name.replaceAll(/[^\p{L}\p{N}_.-]+|^\.+/gu, "_");
    const newName = findFreeName(isDotted ? plain.replaceAll(".", "_") : plain || "_", [
      ...names,
      ...used,
      ...renamed.values(),
    ]);
    renamed.set(name, newName);
    const why = isUsed
      ? isInherited(name)
        ? "name of a member of every object"
        : "name of a type of TypeSpec"
      : isPlain
        ? "name with dots that begins with another name"
        : "name that OpenAPI does not allow";
    return [
      {
        pointer: `#/components/${kind}/${pointerStep(name)}`,
        what: `${why}: renamed to ${newName}`,
      },
    ];
  });
  if (renamed.size === 0) return [];
  components[kind] = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [renamed.get(name) ?? name, part]),
  );
  redirect(document, `#/components/${kind}/`, renamed);
  return fixes;
}

function redirect(document: Node, prefix: string, renamed: ReadonlyMap<string, string>): void {
  visitParts(document, (node) => {
    for (const holder of [node, nodeOrEmpty(node["mapping"])])
      for (const [key, value] of Object.entries(holder)) {
        if (typeof value !== "string" || !value.startsWith(prefix)) continue;
        const newName = renamed.get(pointerName(value.slice(prefix.length)));
        if (newName !== undefined) holder[key] = prefix + newName;
      }
  });
}

/** Where a type is written, as names from outside to inside, of which a name for it is made. */
export type Path = readonly string[];

/** The name for an unnamed schema, made from the names that lead to it. */
export function componentNameAt(keys: readonly string[]): string {
  return keys
    .filter(
      (key, at) => !structure.has(key) && (at < 2 ? /^(?!x-)[A-Za-z]/ : /^[A-Za-z]/).test(key),
    )
    .map((key) => key.charAt(0).toUpperCase() + key.slice(1).replaceAll(/[^A-Za-z0-9]/g, ""))
    .join("");
}

const structure: ReadonlySet<string> = new Set([
  ...["components", "schemas", "properties", "items", "paths", "content", "schema", "definitions"],
]);

/** Moves a part to a new component, leaves a reference in its place, and returns the pointer. */
export function moveToNamedComponent(
  part: Node,
  name: string,
  document: Node,
  kind = "schemas",
): string {
  const components = (document["components"] ??= {});
  const parts = isObject(components) ? (components[kind] ??= {}) : {};
  const free = isObject(parts) ? findFreeName(name, Object.keys(parts)) : name;
  if (isObject(parts)) parts[free] = { ...part };
  takeOut(part, ...Object.keys(part));
  const reference = `#/components/${kind}/${free}`;
  part["$ref"] = reference;
  return reference;
}
