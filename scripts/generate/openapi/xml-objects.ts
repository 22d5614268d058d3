import type { XmlObject } from "@contract-toolkit/schemas/xml-bodies";
import {
  getEffectiveModelType,
  isArrayModelType,
  navigateType,
  resolveEncodedName,
  type DecoratedType,
  type Program,
  type Type,
} from "@typespec/compiler";
import type { HttpOperation, HttpPayloadBody } from "@typespec/http";
import { setExtension } from "@typespec/openapi";
import { isObject, isXmlType, type OpenApiDocument, type Schema } from "@contract-toolkit/contract";
import { isOpenApi30 } from "@contract-toolkit/schemas/documents/nodes";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";

/** Extension that carries the XML Objects of a type and of its items through the emitter. */
const xmlExtension = "x-xml";

interface XmlMark {
  readonly own: XmlObject;
  readonly items?: XmlObject;
}

/**
 * Marks the types in bodies of XML with their XML Objects, by the rules of `@typespec/xml`. The emitter writes them only
 * for types with a decorator, so most lists would lack the elements around their items, and texts are not told from elements.
 */
export function markXml(program: Program, operations: readonly HttpOperation[]): void {
  const marked = new Set<Type>();
  const mark = (type: Type & DecoratedType, made: XmlMark) => {
    if (marked.has(type) || Object.keys({ ...made.own, ...made.items }).length === 0) return;
    marked.add(type);
    noteOfCopies(type, (copy) => {
      setExtension(program, copy, xmlExtension, made);
    });
  };
  const markNamed = (type: Type & DecoratedType & { name?: string | symbol }) => {
    const items = type.kind === "Model" && isArrayModelType(type) ? type.indexer.value : undefined;
    mark(type, {
      own: { ...findXmlName(program, type, type.name), ...namespaceOf(type) },
      ...(items && { items: itemObject(program, items) }),
    });
  };
  const listeners = {
    model: markNamed,
    scalar: markNamed,
    enum: markNamed,
    union: markNamed,
    modelProperty: (property: Type & { kind: "ModelProperty" }) => {
      const { type } = property;
      const isAttribute = hasDecorator(property, "@attribute");
      const isUnwrapped = hasDecorator(property, "@unwrapped");
      const list =
        type.kind === "Model" && isArrayModelType(type) && !isAttribute ? type : undefined;
      const json = resolveEncodedName(program, property, "application/json");
      const own = {
        ...findXmlName(program, property, json),
        ...namespaceOf(property),
        ...(isAttribute && { attribute: true as const }),
        ...(list && !isUnwrapped && { wrapped: true as const }),
        ...(isUnwrapped && !list && { "x-text": true as const }),
      };
      if (!list) mark(property, { own });
      else if (isUnwrapped) mark(property, { own: {}, items: { name: json, ...own } });
      else mark(property, { own, items: itemObject(program, list.indexer.value) });
    },
  };
  for (const { type } of operations.flatMap(xmlBodiesOf))
    navigateType(type.kind === "Model" ? getEffectiveModelType(program, type) : type, listeners, {
      visitDerivedTypes: true,
    });
}

/** The bodies of an operation that are written in XML. Texts and bytes are sent as they are. */
export function xmlBodiesOf({ parameters, responses }: HttpOperation): HttpPayloadBody[] {
  const answered = responses.flatMap(({ responses: contents }) =>
    contents.flatMap(({ body }) => body ?? []),
  );
  return [...(parameters.body ? [parameters.body] : []), ...answered].filter(
    ({ bodyKind, contentTypes, type }) =>
      bodyKind === "single" && contentTypes.some(isXmlType) && isXmlValue(type),
  );
}

/** Whether a body is an object or a list, so that XML can have its parts in elements. */
export function isXmlValue(type: Type): boolean {
  if (type.kind === "Union")
    return [...type.variants.values()].some((variant) => isXmlValue(variant.type));
  return type.kind === "Model";
}

/** The items of a list in an element of its own are named by their type. */
function itemObject(program: Program, type: Type): XmlObject {
  const name =
    "name" in type && typeof type.name === "string" && !isUnnamedListType(type)
      ? resolveEncodedName(program, type as never, "application/xml")
      : "";
  return { ...(name !== "" && { name }), ...namespaceOf(type) };
}

function isUnnamedListType(type: Type): boolean {
  return type.kind === "Model" && isArrayModelType(type) && type.name === "Array";
}

function findXmlName(
  program: Program,
  type: Type,
  usual: string | symbol | undefined,
): Pick<XmlObject, "name"> {
  const name = resolveEncodedName(program, type as never, "application/xml");
  return name && name !== usual ? { name } : {};
}

function namespaceOf(type: Type): Pick<XmlObject, "namespace" | "prefix"> {
  const [given, named] = findXmlDecorator(type, "@ns")?.args ?? [];
  const value = given?.value;
  const prefix = named?.jsValue;
  if (value?.entityKind !== "Type") return {};
  if (value.kind === "String" && typeof prefix === "string")
    return { namespace: value.value, prefix };
  return value.kind === "EnumMember" && typeof value.value === "string"
    ? { namespace: value.value, prefix: value.name }
    : {};
}

function hasDecorator(type: Type, name: string): boolean {
  return findXmlDecorator(type, name) !== undefined;
}

function findXmlDecorator(type: Type, name: string) {
  return "decorators" in type
    ? type.decorators.find(
        ({ definition }) => definition?.name === name && definition.namespace.name === "Xml",
      )
    : undefined;
}

/** Writes the marked XML Objects of a schema and of its items in place of those of the emitter. */
export function correctXml(document: OpenApiDocument, schema: Schema): void {
  const { [xmlExtension]: given, xml } = schema;
  if (!isObject(given) && !xml) return;
  const is31 = !isOpenApi30(document);
  const [only, ...others] = schema.allOf ?? [];
  // The emitter writes a part of allOf, which is a base model in 3.1.
  if (is31 && only?.$ref !== undefined && others.length === 0 && schema.type === undefined) {
    schema.$ref = only.$ref;
    delete schema.allOf;
  }
  if (!isObject(given)) return;
  const { own, items: ofItems = {} } = given as unknown as XmlMark;
  Reflect.deleteProperty(schema, xmlExtension);
  Reflect.deleteProperty(schema, "xml");
  if (Object.keys(own).length > 0) schema["xml"] = own;
  if (Object.keys(ofItems).length === 0) return;
  if (!schema.items) {
    // The items of a named list have the names of its component, except in a list without an element of its own.
    const { xml: _, ...list } = resolveSchema(document, schema.allOf?.[0] ?? schema);
    if (own.wrapped || !list.items) return;
    delete schema.$ref;
    delete schema.allOf;
    Object.assign(schema, list);
  }
  const { [xmlExtension]: _, xml: __, ...items } = schema.items ?? {};
  const [item = items] = items.allOf?.length === 1 ? items.allOf : [];
  const referred = item.$ref === undefined ? items : is31 ? item : { allOf: [item] };
  schema.items = { ...referred, xml: ofItems };
}
