import { readFileSync } from "node:fs";
import type { OpenApiDocument } from "contract-kernel";

/** Reads the OpenAPI 3.0 document of a service. */
export function readDocument(service: "gateway" | "sandbox"): OpenApiDocument {
  const file = new URL(`../../../generated/${service}/openapi.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as OpenApiDocument;
}
