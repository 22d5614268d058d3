import {
  isSchema,
  type OpenApiDocument,
  schemaProperties,
  referredName,
  type Schema,
  type XmlBody,
  type XmlField,
  type XmlNode,
  type XmlValue,
} from "@contract-toolkit/contract";
import { resolveSchema, scalarType } from "./resolve-schema.ts";

/** How a schema is written in XML (OpenAPI 3.1, XML Object). */
export interface XmlObject {
  readonly name?: string;
  readonly namespace?: string;
  readonly prefix?: string;
  readonly attribute?: true;
  /** The items of a list are in an element of the list's name. */
  readonly wrapped?: true;
  /** The value is the text of the object's element. OpenAPI has no word for it. */
  readonly "x-text"?: true;
}

/** How a body is written in XML, by the XML Objects of its schema (OpenAPI 3.1); undefined for a text and for bytes. */
export function readXmlBody(document: OpenApiDocument, schema: Schema): XmlBody | undefined {
  const [only, ...further] = schema.allOf ?? [];
  // A reference with annotations beside it means the component, whose name is that of the root element.
  if (only && further.length === 0 && !schema.properties && !schema["xml"])
    return readXmlBody(document, only);
  if (!isComposed(document, schema)) return undefined;
  const values: Record<string, XmlValue> = {};
  const prefixes: Record<string, string> = {};
  const open: Schema[] = [];
  /** Names for those without one that contain themselves. */
  const recursive = new Map<Schema, string>();
  const root = describeXmlNode(
    schema,
    xmlOf(resolveSchema(document, schema)),
    referredName(schema) ?? "",
  );
  return {
    root,
    ...(Object.keys(values).length > 0 && { values }),
    ...(Object.keys(prefixes).length > 0 && { prefixes }),
  };

  function describeXmlNode(of: Schema, xml: XmlObject, usual: string): XmlNode {
    const { name = usual, namespace } = xml;
    const prefix = namespace === undefined ? undefined : prefixOf(namespace, xml.prefix);
    return {
      name,
      ...(namespace !== undefined && { namespace }),
      ...(prefix !== undefined && { prefix }),
      ...describeXmlValue(of, xml.wrapped ? name : undefined),
    };
  }

  /** The root element declares all prefixes, so each means one namespace. */
  function prefixOf(namespace: string, given: string | undefined): string | undefined {
    if (given === undefined) return undefined;
    const prefix = (prefixes[given] ?? namespace) === namespace ? given : `${given}_`;
    if (prefix !== given) return prefixOf(namespace, prefix);
    prefixes[prefix] = namespace;
    return prefix;
  }

  /** @param element the name of a list's element in an object */
  function describeXmlValue(of: Schema, element?: string): XmlValue {
    const [only, ...further] = of.allOf ?? [];
    if (only && further.length === 0 && !of.properties) return describeXmlValue(only, element);
    const target = resolveSchema(document, of);
    if (open.includes(target) && !recursive.has(target))
      recursive.set(target, `_${recursive.size}`);
    const name = referredName(of) ?? recursive.get(target);
    if (name !== undefined && isComposed(document, target)) {
      // The empty value stands for the component while it is read, in case that it contains itself.
      if (!(name in values)) {
        values[name] = {};
        values[name] = composedValue(target);
      }
      return { value: name };
    }
    if (!isComposed(document, target)) return { type: scalarType(document, of) };
    open.push(target);
    const value = composedValue(target, element);
    open.pop();
    return value;
  }

  function composedValue(of: Schema, element?: string): XmlValue {
    const list = findListItems(document, of);
    if (list) return { items: itemOf(list, element) };
    const { fields, others } = describeXmlObject(of);
    return {
      ...((fields.size > 0 || !others) && { fields: Object.fromEntries(fields) }),
      ...(others && { others: describeXmlValue(others) }),
    };
  }

  /** An item within the element of its list, whose name it has if neither it nor its component has one. */
  function itemOf(of: Schema, element = referredName(of) ?? "item"): XmlNode {
    return describeXmlNode(of, xmlOf(of["xml"] ? of : resolveSchema(document, of)), element);
  }

  /** The fields of all variants of an object together. */
  function describeXmlObject(
    of: Schema,
    within: readonly Schema[] = [],
  ): { fields: Map<string, XmlField>; others: Schema | undefined } {
    const whole = resolveSchema(document, of);
    const { allOf = [], anyOf = [], oneOf = [] } = within.includes(whole) ? {} : whole;
    const parts = [...allOf, ...anyOf, ...oneOf].map((part) =>
      describeXmlObject(part, [...within, whole]),
    );
    const own = schemaProperties(whole).map(
      ([name, schema]) =>
        [name, describeXmlField(name, schema, whole.required?.includes(name) ?? false)] as const,
    );
    const rest = whole.additionalProperties ?? whole.unevaluatedProperties;
    return {
      fields: new Map([...parts.flatMap(({ fields }) => [...fields]), ...own]),
      others: isSchema(rest) ? rest : parts.find(({ others }) => others)?.others,
    };
  }

  function describeXmlField(name: string, of: Schema, required: boolean): XmlField {
    const xml = xmlOf(of);
    if (xml.attribute) return { ...describeXmlNode(of, xml, name), as: "attribute" };
    const given = required ? { required } : {};
    if (xml["x-text"]) return { ...describeXmlNode(of, xml, name), as: "text", ...given };
    const list = findListItems(document, of);
    if (!list || xml.wrapped) return describeXmlNode(of, xml, name);
    return { ...describeXmlNode(list, xmlOf(list), name), as: "repeated", ...given };
  }
}

function xmlOf(schema: Schema): XmlObject {
  return (schema["xml"] as XmlObject | undefined) ?? {};
}

/** Whether a value is an object or a list. */
function isComposed(
  document: OpenApiDocument,
  of: Schema,
  within: readonly Schema[] = [],
): boolean {
  const whole = resolveSchema(document, of);
  const { type, allOf = [], anyOf = [], oneOf = [], properties } = whole;
  if (type === "object" || type === "array" || properties) return true;
  // Documents of others may refer in circles.
  if (within.includes(whole)) return false;
  return [...allOf, ...anyOf, ...oneOf].some((part) =>
    isComposed(document, part, [...within, whole]),
  );
}

/** The items of a list, which may be a component with annotations beside it. */
function findListItems(
  document: OpenApiDocument,
  of: Schema,
  within: readonly Schema[] = [],
): Schema | undefined {
  const whole = resolveSchema(document, of);
  const [only, ...others] = whole.allOf ?? [];
  if (whole.type === "array") return whole.items ?? {};
  if (!only || others.length > 0 || within.includes(whole)) return undefined;
  return findListItems(document, only, [...within, whole]);
}
