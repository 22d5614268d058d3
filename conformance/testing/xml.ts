import { DOMParser, type Element } from "@xmldom/xmldom";

/**
 * Parses XML and returns its root element.
 *
 * @throws {Error} with the place, when the text is not well-formed
 */
export function readXml(text: string): Element {
  const illegal = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
  if (illegal.test(text)) throw new Error("a character is not allowed in XML");
  const parser = new DOMParser({
    onError(level, message) {
      // Warnings are about characters that replace characters that XML cannot hold.
      if (level !== "warning") throw new Error(`${level}: ${message}`);
    },
  });
  const { documentElement } = parser.parseFromString(text, "text/xml");
  if (!documentElement) throw new Error("there is no element at the root");
  return documentElement;
}

export function attributesOf(element: Element): Record<string, string> {
  return Object.fromEntries(Array.from(element.attributes, ({ name, value }) => [name, value]));
}
