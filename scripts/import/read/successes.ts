import { isObject } from "@contract-toolkit/contract";
import type { Node } from "@contract-toolkit/schemas/documents/nodes";
import { operationsOf } from "../document.ts";

/**
 * Documents the successes of an operation that has only `default`. In OpenAPI it is for all statuses that are not documented
 * otherwise (OpenAPI 3.1, section 4.8.16), and in TypeSpec for errors.
 *
 * @param document is changed
 */
export function nameSuccesses(document: Node): void {
  for (const { operation } of operationsOf(document)) {
    const { responses } = operation;
    if (!isObject(responses)) continue;
    const hasSuccess = Object.keys(responses).some((status) => /^[23]/.test(status));
    if (!hasSuccess && "default" in responses) responses["2XX"] = responses["default"];
  }
}
