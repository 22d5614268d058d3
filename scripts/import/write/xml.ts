/** How values are written in XML (OpenAPI 3.1, section 4.8.26), as types and decorators of `@typespec/xml`. */
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { isObject, isXmlType, referredName, visitParts } from "@contract-toolkit/contract";
import {
  nodeOrEmpty,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { referredNode, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { isComposed, xmlOf } from "@contract-toolkit/schemas/unwritable-xml";
import type { Path } from "../fixes/names.ts";
import { walkValues } from "../values.ts";
import {
  isList,
  isObjectSchema,
  plainSchema,
  referredSchema,
  listedValues,
} from "../plain-schema.ts";
import { typeSpecIdentifier, typeSpecString, referenceName } from "./texts.ts";

/** The parts of the writer of types that declare types. */
interface Declarations {
  readonly nameFor: (path: Path) => string;
  readonly declare: (name: string, schema: unknown) => void;
  readonly write: (declaration: string) => void;
}

export function createXmlWriter(document: Node, { nameFor, declare, write }: Declarations) {
  /** Names of the types that are written in XML. Only they have decorators. */
  const names = componentsInXml(document);
  const prefixes = new Map<unknown, string>();
  const isInXml = ([name = ""]: Path) => names.has(name);

  /** A type whose name is that of an element. */
  function elementType(schema: unknown, element: string): string {
    const name = nameFor([element]);
    names.add(name);
    declare(name, schema);
    return typeSpecIdentifier(name);
  }

  function namesOf({ name, namespace, prefix }: Node, usual: string): string[] {
    return [
      ...(name === undefined || name === usual ? [] : [`@name(${typeSpecString(name)})`]),
      ...(namespace === undefined
        ? []
        : [`@ns(${typeSpecString(namespace)}, ${typeSpecString(prefixOf(namespace, prefix))})`]),
    ];
  }

  /** TypeSpec needs a prefix for each namespace. Prefixes have no meaning. */
  function prefixOf(namespace: unknown, given: unknown): string {
    const own = stringOrUndefined(given) ?? "ns";
    const isTaken = [...prefixes.values()].includes(own);
    const prefix = prefixes.get(namespace) ?? (isTaken ? `${own}${prefixes.size + 1}` : own);
    prefixes.set(namespace, prefix);
    return prefix;
  }

  return {
    isUsed: () => names.size > 0,

    /** A type that was found within another is written as that one. */
    inherit(path: Path, name: string): void {
      if (isInXml(path)) names.add(name);
    },

    ofType(name: string, schema: unknown): string[] {
      return names.has(name) ? namesOf(xmlOf(schema), name) : [];
    },

    /** In TypeSpec, a list is an element around its items, if it is not unwrapped. */
    ofProperty(name: string, schema: unknown, path: Path): string[] {
      const xml = xmlOf(schema);
      if (!isInXml(path)) return [];
      if (xml["attribute"] === true) return ["@attribute", ...namesOf(xml, name)];
      if (xml["x-text"] === true) return ["@unwrapped"];
      const { type, items } = resolveNode(schema, document);
      if (type !== "array" || xml["wrapped"] === true) return namesOf(xml, name);
      return ["@unwrapped", ...namesOf(xmlOf(items), name)];
    },

    /** The type of a body with a name for its root element; undefined if the schema is a reference or has no name. */
    rootType(schema: unknown): string | undefined {
      const name = stringOrUndefined(xmlOf(schema)["name"]);
      return name === undefined || "$ref" in nodeOrEmpty(schema)
        ? undefined
        : elementType(schema, name);
    },

    /** The type of the items in a list's own element, which have the name of their type; undefined if any type will do. */
    itemType(list: Node, path: Path): string | undefined {
      const xml = xmlOf(list);
      const isDeclared = path.length === 1;
      if (!isInXml(path) || !(isDeclared || xml["wrapped"] === true)) return undefined;
      const { items } = list;
      const plain = plainSchema(items, document);
      const $ref = plain.isNullable ? undefined : stringOrUndefined(plain.schema["$ref"]);
      const referred = referredName({ $ref });
      const component = xmlOf(resolveNode(items, document));
      const element: Node = {
        name: isDeclared ? (referred ?? "item") : (xml["name"] ?? path.at(-1)),
        ...(Object.keys(xmlOf(items)).length > 0 ? xmlOf(items) : component),
      };
      const name = String(element["name"]);
      if ($ref === undefined) return elementType({ ...nodeOrEmpty(items), xml: element }, name);
      const isOfComponent = (component["name"] ?? referred) === name;
      if (isOfComponent && component["namespace"] === element["namespace"])
        return referenceName($ref);
      const own = nameFor([name]);
      write([...namesOf(element, own), copyOf($ref, typeSpecIdentifier(own), document)].join("\n"));
      return typeSpecIdentifier(own);
    },
  };
}

/** The declaration of a type with the values of a component. */
function copyOf($ref: string, name: string, document: Node): string {
  const { schema, isNullable } = plainSchema(referredSchema({ $ref }, document), document);
  const own = referenceName($ref);
  if (typeof schema["$ref"] === "string") return copyOf(schema["$ref"], name, document);
  if (!isNullable && (isList(schema) || isObjectSchema(schema))) return `model ${name} is ${own};`;
  const isUnion =
    isNullable || listedValues(schema) !== undefined || unionKey(schema) !== undefined;
  return isUnion ? `union ${name} { ${own} }` : `scalar ${name} extends ${own};`;
}

/** The names of the components in bodies of XML. */
function componentsInXml(document: Node): Set<string> {
  const names = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (schema: unknown): void => {
    if (!isObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    const references = [{ key: "$ref", value: schema["$ref"] }, ...walkValues(schema)];
    for (const { key, value } of references) {
      if (key !== "$ref" || typeof value !== "string") continue;
      names.add(referredName({ $ref: value }) ?? "");
      visit(referredNode(value, document));
    }
  };
  visitParts(document, ({ content }) => {
    for (const [type, { schema }] of nodesOf(content))
      if (isXmlType(type) && isComposed(schema, document)) visit(schema);
  });
  return names;
}
