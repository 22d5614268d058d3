import { isObject } from "../json.ts";
import type { BodyContent } from "../operation.ts";
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
    ([name, uri]) => ` xmlns:${name}="${textOf(name, uri)}"`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?>${elementOf(root, value, declared.join(""))}`;

  function elementOf(node: XmlNode, given: unknown, attributes = ""): string {
    const name = nameOf(node);
    const isOwn = node.namespace !== undefined && node.prefix === undefined;
    const namespace = isOwn ? ` xmlns="${textOf(name, node.namespace)}"` : "";
    const [more, content] = partsOf(node, given);
    const start = `<${name}${attributes}${namespace}${more}`;
    return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
  }

  /** The attributes and the content of an element. */
  function partsOf(shape: XmlValue & { name?: string }, given: unknown): [string, string] {
    const { value: referred, type, items, fields = {}, others, name = "" } = shape;
    if (referred !== undefined) return partsOf({ ...values[referred], name }, given);
    if (type) return ["", textOf(name, given)];
    if (items) {
      if (!Array.isArray(given)) throw new TypeError(`${name} must be a list`);
      return ["", given.map((value) => elementOf(items, value)).join("")];
    }
    if (!isObject(given)) throw new TypeError(`${name} must be an object`);
    let attributes = "";
    let content = "";
    const put = (field: XmlField, value: unknown) => {
      if (value === undefined) return;
      if (field.as === "attribute") {
        const text = textOf(field.name, value).replace(inAttributes, reference);
        attributes += ` ${nameOf(field)}="${text}"`;
      } else if (field.as === "text") content += textOf(field.name, value);
      else content += elementOf(field, value);
    };
    // As they are documented: a sequence that schemas of XML may require.
    for (const [field, shape] of Object.entries(fields))
      if (Object.hasOwn(given, field))
        for (const value of shape.as === "repeated" ? listOf(given[field]) : [given[field]])
          put(shape, value);
    for (const [field, value] of Object.entries(given)) {
      if (Object.hasOwn(fields, field) || value === undefined) continue;
      if (!others || !elementName.test(field))
        throw new TypeError(`${name} has the field "${field}", which XML cannot hold here`);
      put({ ...others, name: field }, value);
    }
    return [attributes, content];
  }
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value];
}

function nameOf({ name, prefix }: XmlNode): string {
  return prefix === undefined ? name : `${prefix}:${name}`;
}

function textOf(name: string, value: unknown): string {
  if (value === null || typeof value === "object") throw new TypeError(`${name} must be text`);
  const text = typeof value === "string" ? value : JSON.stringify(value);
  if (illegalInXml.test(text)) throw new TypeError(`${name} has a character that XML cannot hold`);
  return text.replace(inTexts, reference);
}

/** Readers replace line ends, and other space in attributes, unless they are references (XML 1.0, sections 2.11 and 3.3.3). */
const inTexts = /[&<>\r]/g;
const inAttributes = /["\t\n]/g;

function reference(character: string): string {
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
