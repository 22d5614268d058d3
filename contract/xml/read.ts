import { coerceAsWritten } from "../http/coerce.ts";
import { maxListedViolations } from "../explain.ts";
import { pointerStep } from "../pointer.ts";
import type { BodyContent } from "../operation.ts";
import type { Violation } from "../validators.ts";
import { illegalInXml, notXml, xmlViolation } from "./scan.ts";
import { unknownBody, type XmlNode, type XmlValue } from "./xml-body.ts";

/** The part of a `DOMParser` that is used: that of a browser, or that of the package `@xmldom/xmldom`. */
export interface XmlParser {
  parseFromString(text: string, type: "application/xml"): { readonly documentElement: unknown };
}

/**
 * Reads a document as the JSON value that its schema describes. Undocumented elements and attributes become fields of their own, as
 * in JSON. A text that does not fit its type stays a text, for the validator to refuse.
 *
 * @returns without a value if the document cannot be read; with violations, the value is not what was written
 * @example
 * const xml = { root: { name: "Pet", fields: { age: { name: "age", type: "integer" } } } };
 * readXml("<Pet><age>3</age></Pet>", { xml }, new DOMParser()); // { value: { age: 3 }, faults: [] }
 */
export function readXml(
  text: string,
  { xml: { root, values = {} } = unknownBody }: Pick<BodyContent, "xml">,
  parser: XmlParser,
): { readonly value?: unknown; readonly violations: readonly Violation[] } {
  const violations: Violation[] = [];
  const refuse = (pointer: string, reason: string) => {
    if (violations.length < maxListedViolations) violations.push({ pointer, reason });
  };
  const whole = text.replace(/^\ufeff/, "");
  const unreadable = xmlViolation(whole);
  const element = unreadable === undefined ? parseXmlElement(whole, parser) : undefined;
  if (!element) return { violations: [{ pointer: "/body", reason: unreadable ?? notXml }] };
  if (!isElementNamed(element, root))
    return { violations: [{ pointer: "/body", reason: mustBe(root) }] };
  return { value: readXmlValue(element, root, "/body"), violations };

  function readXmlValue(from: DomNode, shape: XmlValue, pointer: string): unknown {
    const { value: name, type, items, ...object } = shape;
    if (name !== undefined) return readXmlValue(from, values[name] ?? {}, pointer);
    if (items) return readXmlItems(from, items, pointer);
    if (!type) return readXmlObject(from, object, pointer);
    if (elementsOf(from).length > 0) refuse(pointer, "must be text without elements");
    return readXmlScalar(readTextContent(from), type, pointer);
  }

  function readXmlScalar(
    given: string,
    type: NonNullable<XmlValue["type"]>,
    pointer: string,
  ): unknown {
    if (illegalInXml.test(given)) refuse(pointer, notXml);
    return type === "string" ? given : coerceAsWritten(type, withoutSpaceAround(given));
  }

  function readXmlItems(from: DomNode, items: XmlNode, pointer: string): unknown[] {
    if (hasText(from)) refuse(pointer, "must have no text between its elements");
    return elementsOf(from).map((element, index) => {
      const at = `${pointer}/${index}`;
      if (!isElementNamed(element, items)) refuse(at, mustBe(items));
      return readXmlValue(element, items, at);
    });
  }

  function readXmlObject(
    from: DomNode,
    { fields = {}, others }: Pick<XmlValue, "fields" | "others">,
    pointer: string,
  ): unknown {
    const read = new Map<string, unknown>();
    const put = (name: string, of: () => unknown) => {
      if (read.has(name)) refuse(`${pointer}/${pointerStep(name)}`, "must be given once");
      else read.set(name, of());
    };
    const known = Object.entries(fields);
    const content = known.find(([, { as }]) => as === "text");
    if (content) {
      const [name, { type = "string", required }] = content;
      const given = readTextContent(from);
      if (required || given !== "") put(name, () => readXmlScalar(given, type, pointer));
    } else if (hasText(from)) refuse(pointer, "must have no text between its elements");
    for (const [name, { as, required }] of known)
      if (as === "repeated" && required) read.set(name, []);
    for (const node of [...attributesOf(from), ...elementsOf(from)]) {
      const isAttribute = node.nodeType === ATTRIBUTE;
      const [name, field] =
        known.find(
          ([, xmlField]) =>
            xmlField.as !== "text" &&
            (xmlField.as === "attribute") === isAttribute &&
            isElementNamed(node, xmlField),
        ) ?? [];
      const own = name ?? node.nodeName;
      const at = `${pointer}/${pointerStep(own)}`;
      if (field?.as === "repeated") {
        const list = read.get(own);
        const items: unknown[] = Array.isArray(list) ? list : [];
        items.push(readXmlValue(node, field, `${at}/${items.length}`));
        read.set(own, items);
      } else if (field)
        put(own, () =>
          isAttribute
            ? readXmlScalar(node.nodeValue ?? "", field.type ?? "string", at)
            : readXmlValue(node, field, at),
        );
      else if (Object.hasOwn(fields, own)) refuse(at, mustBe(fields[own] ?? { name: own }));
      else if (others && !isAttribute) put(own, () => readXmlValue(node, others, at));
      else read.set(own, elementsOf(node).length > 0 ? {} : node.textContent);
    }
    return Object.fromEntries(read);
  }
}

/** The part of a DOM node that is used. */
interface DomNode {
  readonly nodeType: number;
  readonly nodeName: string;
  readonly nodeValue: string | null;
  readonly textContent: string | null;
  readonly localName?: string | null;
  readonly namespaceURI?: string | null;
  readonly prefix?: string | null;
  readonly attributes?: ArrayLike<DomNode>;
  readonly firstChild: DomNode | null;
  readonly nextSibling: DomNode | null;
}

const ELEMENT = 1;
const ATTRIBUTE = 2;
const TEXT = 3;
const CDATA = 4;

/** A browser's parser does not throw, but puts its error into the document. */
function parseXmlElement(text: string, parser: XmlParser): DomNode | undefined {
  try {
    const { documentElement } = parser.parseFromString(text, "application/xml");
    if (!isDomNode(documentElement)) return undefined;
    const [first = documentElement] = elementsOf(documentElement);
    const isError = [documentElement, first].some((domNode) => domNode.localName === "parsererror");
    return isError ? undefined : documentElement;
  } catch {
    return undefined;
  }
}

function isDomNode(value: unknown): value is DomNode {
  return typeof value === "object" && value !== null && "nodeType" in value;
}

function isElementNamed(node: DomNode, { name, namespace }: XmlNode): boolean {
  if (node.localName !== name) return false;
  return namespace === undefined ? !node.prefix : node.namespaceURI === namespace;
}

function mustBe({ name, namespace }: XmlNode): string {
  const where = namespace === undefined ? "" : ` of the namespace ${namespace}`;
  return `must be the element or attribute ${name}${where}`;
}

function childNodes({ firstChild }: DomNode, ...types: number[]): DomNode[] {
  const children: DomNode[] = [];
  for (let child = firstChild; child; child = child.nextSibling)
    if (types.includes(child.nodeType)) children.push(child);
  return children;
}

function elementsOf(node: DomNode): DomNode[] {
  return childNodes(node, ELEMENT);
}

/** Without declarations and hints of namespaces. */
function attributesOf({ attributes = [] }: DomNode): DomNode[] {
  return Array.from(attributes).filter(
    ({ namespaceURI }) => !namespacesOfXml.has(namespaceURI ?? ""),
  );
}

const namespacesOfXml: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/xmlns/",
  "http://www.w3.org/XML/1998/namespace",
  "http://www.w3.org/2001/XMLSchema-instance",
]);

function readTextContent(node: DomNode): string {
  return childNodes(node, TEXT, CDATA)
    .map(({ nodeValue }) => nodeValue)
    .join("");
}

function hasText(node: DomNode): boolean {
  return /[^ \t\r\n]/.test(readTextContent(node));
}

/** XML Schema, part 2, section 4.3.6: space around a number or boolean does not matter. */
function withoutSpaceAround(text: string): string {
  let [start, end] = [0, text.length];
  while (start < end && spaces.includes(text.charAt(start))) start += 1;
  while (start < end && spaces.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}

const spaces = " \t\r\n";
