/** Which bodies of XML TypeSpec can express, and the schemas in them. */
import {
  elementName,
  isObject,
  isXmlType,
  referredName,
  valueAt,
} from "@contract-toolkit/contract";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { composedOf, resolveNode } from "./references.ts";
import { everyObject } from "./visit-document.ts";
import { walkValues } from "./values.ts";
import { findResult } from "@contract-toolkit/schemas/find-result";

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

/** The names of the components in bodies of XML. */
export function componentsInXml(document: Node): Set<string> {
  const names = new Set<string>();
  const visited = new Set<unknown>();
  const visit = (schema: unknown): void => {
    if (!isObject(schema) || visited.has(schema)) return;
    visited.add(schema);
    const references = [{ key: "$ref", value: schema["$ref"] }, ...walkValues(schema)];
    for (const { key, value } of references) {
      if (key !== "$ref" || typeof value !== "string") continue;
      names.add(referredName({ $ref: value }) ?? "");
      visit(valueAt(document, value.slice(1)));
    }
  };
  everyObject(document, ({ content }) => {
    for (const [type, { schema }] of nodesOf(content))
      if (isXmlType(type) && isComposed(schema, document)) visit(schema);
  });
  return names;
}

/** Why a body cannot be written in XML; undefined if it can. The generator refuses the same. */
export function unwritableInXml(schema: Node, document: Node): string | undefined {
  const seen = new Set<Node>();
  const isNamed =
    typeof schema["$ref"] === "string" || stringOrUndefined(xmlOf(schema)["name"]) !== undefined;
  return isNamed ? faultIn(schema, "the body") : "its root element has no name (xml.name)";

  function faultIn(part: Node, place: string): string | undefined {
    const whole = resolveNode(part, document);
    if (seen.has(whole)) return undefined;
    seen.add(whole);
    const { nullable, type, enum: values, items, properties, additionalProperties: others } = whole;
    const variants = nodesIn(whole["oneOf"] ?? whole["anyOf"]);
    const isNull =
      type === "null" || [type, values].some((each) => itemsOrEmpty(each).includes(null));
    if (nullable === true || isNull || itemsOrEmpty(type).includes("null"))
      return `${place} may be null, which XML does not distinguish from an empty text`;
    const composed = variants.filter((each) => isComposed(each, document));
    if (composed.length > 0 && composed.length < variants.length)
      return `${place} may be an object or something else, which XML does not distinguish`;
    if (type === undefined && whole === part && Object.keys(whole).every(isMetaDataKeyword))
      return `${place} may be any value, and XML has no types`;
    if (type === "array" && nodeOrEmpty(items)["type"] === "array")
      return `${place} is a list of lists, whose elements have no name`;
    if (others === true || (isObject(others) && Object.keys(others).length === 0))
      return `${place} may have fields of any value, and XML has no types`;
    const inside = [...variants, ...nodesIn(whole["allOf"]), ...nodesIn([items, others])];
    return (
      findResult(inside, (each) => faultIn(each, place)) ??
      findResult(nodesOf(properties), ([name, each]) => faultInField(name, each)) ??
      faultInNames(variants, place)
    );
  }

  function faultInField(name: string, field: Node): string | undefined {
    const { name: written = name, attribute, "x-text": isText } = xmlOf(field);
    const place = `the field "${name}"`;
    if ((attribute === true || isText === true) && isComposed(field, document))
      return `${place} is an object or a list, which an attribute or a text cannot hold`;
    if (!elementName.test(String(written)))
      return `${place} has the name "${String(written)}", which XML does not allow`;
    return faultIn(field, place);
  }

  /** The fields of all variants are read together. */
  function faultInNames(variants: readonly Node[], place: string): string | undefined {
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
    return different === undefined
      ? undefined
      : `${place} has several fields "${different}" of different types, which XML does not distinguish`;
  }

  /** Fields of one form are written in the same way: as a text of one type, or by one schema. */
  function formOf({ name, field }: { readonly name: string; readonly field: Node }): string {
    const whole = resolveNode(field, document);
    const isText = !isComposed(whole, document);
    return JSON.stringify([name, isText ? (whole["type"] ?? "string") : field]);
  }
}
