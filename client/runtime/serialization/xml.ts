import { readXml, writeXml, type BodyContent, type XmlParser } from "@contract-toolkit/contract";
import { TransportError } from "../errors.ts";
import type { BodyReading, SentBody } from "./codecs.ts";

export type XmlBodies = ReturnType<typeof xmlBodies>;

/**
 * Reads and writes XML: the option `xml` of a client.
 *
 * @param parser a `DOMParser`: that of the browser, or that of `@xmldom/xmldom` in Node.js
 * @example
 * const client = createContractClient<Operations>(operations, { baseUrl, xml: xmlBodies(new DOMParser()) });
 */
export function xmlBodies(parser: XmlParser) {
  return {
    /** @throws {TypeError} if the value cannot be written in XML */
    toSend: (content: BodyContent, value: unknown): SentBody => writeXml(value, content),
    read(_: Response, { content, text = "", validate, call }: BodyReading): unknown {
      const { value, violations } = readXml(text, content, parser);
      const [violation] = violations;
      if (violation)
        throw new TransportError(
          "invalid-body",
          `answered ${violation.pointer} ${violation.reason}`,
          call,
        );
      validate(value);
      return value;
    },
  };
}
