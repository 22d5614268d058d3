import { readFileSync } from "node:fs";
import type { OpenApiDocument } from "@contract-toolkit/kernel";

type Service = "gateway" | "sandbox";

/** Each has hundreds of kilobytes, and several parts of the gateway look something up in it. */
const documents = new Map<Service, OpenApiDocument>();

/** The OpenAPI 3.0 document of a service, which is read once. */
export function readDocument(service: Service): OpenApiDocument {
  const known = documents.get(service);
  if (known) return known;
  const file = new URL(`../../../generated/${service}/openapi.json`, import.meta.url);
  const document = JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
  documents.set(service, document);
  return document;
}
