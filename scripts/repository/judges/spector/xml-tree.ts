import type { Element } from "@xmldom/xmldom";
import { attributesOf, readXml } from "../../../../conformance/testing/xml.ts";

/** A document in a form to compare. Prefixes, the declaration, and space around texts do not matter. */
export function xmlTree(text: string): unknown {
  return treeOf(readXml(text));
}

function treeOf(element: Element): unknown {
  const children = Array.from(element.childNodes).filter((childNode) => childNode.nodeType === 1);
  return {
    name: `{${element.namespaceURI ?? ""}}${element.localName ?? ""}`,
    attributes: Object.fromEntries(
      Object.entries(attributesOf(element)).filter(([name]) => !name.startsWith("xmlns")),
    ),
    content:
      children.length > 0
        ? children.map((child) => treeOf(child as Element))
        : element.textContent?.trim(),
  };
}
