import { createRequire } from "node:module";
import {
  bodyKindOf,
  contentsOf,
  type Operation,
  type XmlParser,
} from "@contract-toolkit/contract/messages";

let loaded: XmlParser | undefined;

/** The parser of requests with XML, which is loaded once. */
export function xmlParser(): XmlParser {
  return (loaded ??= loadParser());
}

/**
 * Loads the parser if a contract has requests with XML, so that a missing package is found at the start.
 *
 * @throws {TypeError} if `@xmldom/xmldom` is not installed
 */
export function requireXmlParser(
  contract: string,
  operations: readonly Operation[],
  load: () => unknown = xmlParser,
): void {
  const operation = operations.find(({ body }) =>
    contentsOf(body).some((content) => bodyKindOf(content) === "xml"),
  );
  if (!operation) return;
  try {
    load();
  } catch (cause) {
    throw new TypeError(
      `${operation.id} of ${contract} has requests with XML, which the package @xmldom/xmldom reads. Install it: npm install @xmldom/xmldom`,
      { cause },
    );
  }
}

/** It is a module of the older kind, which can be loaded without a promise. */
function loadParser(): XmlParser {
  const { DOMParser, onErrorStopParsing } = createRequire(import.meta.url)(
    "@xmldom/xmldom",
  ) as typeof import("@xmldom/xmldom");
  return new DOMParser({ onError: onErrorStopParsing });
}
