import { readFileSync } from "node:fs";
import { positionOfFault, type MessageSchemas } from "@contract-toolkit/kernel";
import type { RouterOptions } from "../../skeleton/index.ts";

/**
 * Finds where the specification has what an answer breaks.
 *
 * @param contract name of a generated contract
 */
export function createSpecPositions(
  contract: string,
): NonNullable<RouterOptions<never>["positionOf"]> {
  // Read when the first answer breaks the contract: a gateway that keeps it needs none.
  let schemas: MessageSchemas | undefined;
  return (fault, answer) => {
    schemas ??= readSchemas(contract);
    return positionOfFault(schemas, fault, answer);
  };
}

/** `messages.json` of a generated contract. */
export function readSchemas(contract: string): MessageSchemas {
  const file = new URL(`../../../generated/${contract}/messages.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8")) as MessageSchemas;
}
