import { isObject, ownValue } from "../json.ts";
import type { BodyContent } from "../operation.ts";
import { pointerStep } from "../pointer.ts";
import { illegalInXml } from "./scan.ts";
import { unknownBody, type XmlField, type XmlNode, type XmlValue } from "./xml-body.ts";

/**
 * Writes a JSON value as the document that its schema describes.
 *
 * @throws {TypeError} for a value that its element cannot hold, and for an undocumented field
 * @example
 * const xml = { root: { name: "Pet", fields: { age: { name: "age", type: "integer" } } } };
 * writeXml({ age: 3 }, { xml }); // '<?xml version="1.0" encoding="UTF-8"?><Pet><age>3</age></Pet>'
 */
export function writeXml(
  value: unknown,
  { xml: { root, values = {}, prefixes = {} } = unknownBody }: Pick<BodyContent, "xml">,
): string {
  const declared = Object.entries(prefixes).map(
    ([name, uri]) => ` xmlns:${name}="${escaped(uri)}"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${elementOf(root, value, "/body", declared.join(""))}`;

  function elementOf(node: XmlNode, given: unknown, at: string, attributes = ""): string {
    const name = qualifiedElementName(node);
    const isOwn = node.namespace !== undefined && node.prefix === undefined;
    const namespace = isOwn ? ` xmlns="${escaped(node.namespace)}"` : "";
    const [more, content] = writeElementParts(node, given, at);
    const start = `<${name}${attributes}${namespace}${more}`;
    return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
  }

  /** The attributes and the content of an element. */
  function writeElementParts(shape: XmlValue, given: unknown, at: string): [string, string] {
    const { value: referred, type, items, fields = {}, others } = shape;
    if (referred !== undefined) return writeElementParts(values[referred] ?? {}, given, at);
    if (type) return ["", escapeXmlText(given, at)];
    if (items) {
      if (!Array.isArray(given)) throw new TypeError(`${at} must be a list`);
      return ["", given.map((value, index) => elementOf(items, value, `${at}/${index}`)).join("")];
    }
    if (!isObject(given)) throw new TypeError(`${at} must be an object`);
    let attributes = "";
    let content = "";
    const put = (field: XmlField, value: unknown, place: string) => {
      if (value === undefined) return;
      if (field.as === "attribute") {
        const text = escapeXmlText(value, place).replace(inAttributes, characterReference);
        attributes += ` ${qualifiedElementName(field)}="${text}"`;
      } else if (field.as === "text") content += escapeXmlText(value, place);
      else content += elementOf(field, value, place);
    };
    // As they are documented: a sequence that schemas of XML may require.
    for (const [name, field] of Object.entries(fields)) {
      const value = ownValue(given, name);
      const place = `${at}/${pointerStep(name)}`;
      if (field.as === "repeated" && Array.isArray(value))
        for (const [index, item] of value.entries()) put(field, item, `${place}/${index}`);
      else put(field, value, place);
    }
    for (const [field, value] of Object.entries(given)) {
      if (Object.hasOwn(fields, field) || value === undefined) continue;
      if (!others || !elementName.test(field))
        throw new TypeError(`${at} has the field "${field}", which XML cannot hold here`);
      put({ ...others, name: field }, value, `${at}/${pointerStep(field)}`);
    }
    return [attributes, content];
  }
}

function qualifiedElementName({ name, prefix }: XmlNode): string {
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function escapeXmlText(value: unknown, at: string): string {
  if (value === null || typeof value === "object") throw new TypeError(`${at} must be text`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (illegalInXml.test(text)) throw new TypeError(`${at} has a character that XML cannot hold`);
  return escaped(text);
}

function escaped(text: string): string {
  return text.replace(inTexts, characterReference);
}

/** Readers replace line ends, and other space in attributes, unless they are references (XML 1.0, sections 2.11 and 3.3.3). */
const inTexts = /[&<>\r]/g;
const inAttributes = /["\t\n]/g;

function characterReference(character: string): string {
  return named.get(character) ?? `&#${character.charCodeAt(0)};`;
}

const named: ReadonlyMap<string, string> = new Map([
  ["&", "&amp;"],
  ["<", "&lt;"],
  [">", "&gt;"],
  ['"', "&quot;"],
]);

/** A name without a colon, which would be a prefix (XML 1.0, section 2.3). */
const start =
  "A-Z_a-z\\u00c0-\\u00d6\\u00d8-\\u00f6\\u00f8-\\u02ff\\u0370-\\u037d\\u037f-\\u1fff\\u200c\\u200d\\u2070-\\u218f\\u2c00-\\u2fef\\u3001-\\ud7ff\\uf900-\\ufdcf\\ufdf0-\\ufffd";
export const elementName = new RegExp(
  `^[${start}][${start}.\\d\\u00b7\\u0300-\\u036f\\u203f\\u2040-]*$`,
  "u",
);
