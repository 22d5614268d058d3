import { isObject, pointerStep } from "@contract-toolkit/contract";
import { nodesOf, takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { operationsOf } from "../document.ts";
import type { Fix } from "./fix.ts";

/** A response is named by a status of three digits, by a range such as `4XX`, or `default` (OpenAPI, Responses Object). */
export function fixStatuses(document: Node): Fix[] {
  return operationsOf(document).flatMap(({ operation: { responses }, pointer }) =>
    nodesOf(responses).flatMap(([key, response]) => {
      if (!isObject(responses) || /^([1-5](\d\d|XX)|default)$/i.test(key)) return [];
      const [status] = /^[1-5]\d\d(?!\d)/.exec(key) ?? [];
      takeOut(responses, key);
      const isFree = status !== undefined && !(status in responses);
      if (isFree) responses[status] = response;
      const what = `a response of the status ${key}: ${isFree ? `now ${status}` : "removed"}`;
      return [{ pointer: `${pointer}/responses/${pointerStep(key)}`, what, isLoss: !isFree }];
    }),
  );
}

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
