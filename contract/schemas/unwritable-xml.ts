/** Which bodies of XML TypeSpec can express. */
import { elementName, isObject } from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "./documents/nodes.ts";
import { composedOf, resolveNode } from "./documents/references.ts";
import { findResult } from "./find-result.ts";

/** The XML Object of a schema (OpenAPI 3.1, section 4.8.26). */
export function xmlOf(schema: unknown): Node {
  return nodeOrEmpty(nodeOrEmpty(schema)["xml"]);
}

/** Whether a value is an object or a list, so that XML has its parts in elements. */
export function isComposed(
  schema: unknown,
  document: Node,
  within: readonly unknown[] = [],
): boolean {
  if (within.includes(schema)) return false;
  return composedOf(nodeOrEmpty(schema), document).some(
    ({ type, properties, oneOf, anyOf }) =>
      [type].flat().some((name) => name === "object" || name === "array") ||
      properties !== undefined ||
      nodesIn(oneOf ?? anyOf).some((variant) => isComposed(variant, document, [...within, schema])),
  );
}

/** Why something cannot be written in XML, and what to write instead. */
export type XmlFault = readonly [reason: string, advice: string];

/**
 * Why a body cannot be written in XML; undefined if it can.
 *
 * @param isOpen an object of which nothing is described has any fields, as in documents of others
 */
export function unwritableInXml(
  schema: Node,
  document: Node,
  isOpen = false,
): XmlFault | undefined {
  const seen = new Set<Node>();
  const isNamed =
    typeof schema["$ref"] === "string" || stringOrUndefined(xmlOf(schema)["name"]) !== undefined;
  if (isNamed) return faultIn(schema, "the body");
  return [
    "the root element needs a name",
    "make the body a named model, or a list with a name (model Pets is Pet[]).",
  ];

  function faultIn(part: Node, place: string): XmlFault | undefined {
    const whole = resolveNode(part, document);
    if (seen.has(whole)) return undefined;
    seen.add(whole);
    const { type, items, properties } = whole;
    const isBare = Object.keys(whole).every((key) => key === "type" || isMetaDataKeyword(key));
    const others =
      whole["additionalProperties"] ??
      whole["unevaluatedProperties"] ??
      (isOpen && type === "object" && isBare);
    const variants = nodesIn(whole["oneOf"] ?? whole["anyOf"]);
    if ([whole, ...variants].some(allowsNull))
      return [
        `${place} may be null, which XML does not distinguish from an empty text`,
        "leave out null, and make the field optional.",
      ];
    if (new Set(variants.map(kindOf)).size > 1)
      return [
        `${place} may be an object or something else, which XML does not distinguish`,
        "write a field for each.",
      ];
    if (type === undefined && whole === part && Object.keys(whole).every(isMetaDataKeyword))
      return [`${place} may be any value, and XML has no types`, "give it a type."];
    if (type === "array" && nodeOrEmpty(items)["type"] === "array")
      return [
        `${place} is a list of lists, whose elements have no name`,
        "give the inner list a name (model Row is Cell[]).",
      ];
    if (others === true || (isObject(others) && Object.keys(others).length === 0))
      return [`${place} may have fields of any value, and XML has no types`, "give them a type."];
    const inside = [...variants, ...nodesIn(whole["allOf"]), ...nodesIn([items, others])];
    return (
      findResult(inside, (each) => faultIn(each, place)) ??
      findResult(nodesOf(properties), ([name, each]) => faultInField(name, each)) ??
      faultInNames(variants, place)
    );
  }

  function faultInField(name: string, field: Node): XmlFault | undefined {
    const { name: written = name, attribute, "x-text": isText } = xmlOf(field);
    const place = `the field "${name}"`;
    if ((attribute === true || isText === true) && isComposed(field, document))
      return [
        `${place} is an object or a list, which an attribute or a text cannot hold`,
        "make it an element (without @attribute and @unwrapped).",
      ];
    if (!elementName.test(String(written)))
      return [
        `${place} has the name "${String(written)}", which XML does not allow`,
        "give it another one (@Xml.name).",
      ];
    return faultIn(field, place);
  }

  /** The fields of all variants are read together. */
  function faultInNames(variants: readonly Node[], place: string): XmlFault | undefined {
    const fields = variants
      .flatMap((each) => composedOf(each, document))
      .flatMap(({ properties }) => nodesOf(properties))
      .map(([name, field]) => ({
        name,
        written: stringOrUndefined(xmlOf(field)["name"]) ?? name,
        field,
      }));
    const groups = [...Map.groupBy(fields, ({ written }) => written)];
    const [different] = groups.find(([, all]) => new Set(all.map(formOf)).size > 1) ?? [];
    if (different === undefined) return undefined;
    return [
      `${place} has several fields "${different}" of different types, which XML does not distinguish`,
      "rename one (@Xml.name).",
    ];
  }

  function kindOf(variant: Node): string {
    if (resolveNode(variant, document)["type"] === "array") return "list";
    return isComposed(variant, document) ? "object" : "text";
  }

  /** Fields of one form are written in the same way: as a text of one type, or by one schema. */
  function formOf({ name, field }: { readonly name: string; readonly field: Node }): string {
    const whole = resolveNode(field, document);
    const isText = !isComposed(whole, document);
    return JSON.stringify([name, isText ? (whole["type"] ?? "string") : field]);
  }
}

function allowsNull({ nullable, type, enum: values }: Node): boolean {
  return (
    nullable === true ||
    [type].flat().includes("null") ||
    [type, values].some((each) => itemsOrEmpty(each).includes(null))
  );
}
