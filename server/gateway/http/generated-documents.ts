import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  type MessageSchemas,
  type OpenApiDocument,
  positionOfViolation,
} from "@contract-toolkit/contract";
import type { RouterOptions } from "@contract-toolkit/skeleton";

type Service = "gateway" | "sandbox";

/** A document has hundreds of kilobytes and is used by several parts of the gateway. */
const documents = new Map<Service, OpenApiDocument>();

/** The OpenAPI 3.0 document of a service. It is read once. */
export function readServedDocument(service: Service): OpenApiDocument {
  const known = documents.get(service);
  if (known) return known;
  const document = readGeneratedJson(service, "openapi.json") as OpenApiDocument;
  documents.set(service, document);
  return document;
}

/**
 * Makes a function that finds the TypeSpec position of the rule that a response breaks.
 *
 * @param contract name of a generated contract
 */
export function createSpecPositions(
  contract: string,
): NonNullable<RouterOptions<never>["positionOf"]> {
  // Read only when a response violates the contract.
  let schemas: MessageSchemas | undefined;
  return (violation, response) => {
    schemas ??= readSchemas(contract);
    return positionOfViolation(schemas, violation, response);
  };
}

/** `messages.json` of a generated contract. */
export function readSchemas(contract: string): MessageSchemas {
  return readGeneratedJson(contract, "messages.json") as MessageSchemas;
}

function readGeneratedJson(contract: string, name: string): unknown {
  return JSON.parse(readFileSync(generatedPath(contract, name), "utf8"));
}

/** Path of a generated file, or of a contract's folder. */
export function generatedPath(contract: string, name = ""): string {
  return fileURLToPath(new URL(`../../../generated/${contract}/${name}`, import.meta.url));
}
