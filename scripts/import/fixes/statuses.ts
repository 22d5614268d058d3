import { isObject, pointerStep } from "@contract-toolkit/contract";
import { nodesOf, takeOut, type Node } from "@contract-toolkit/schemas/documents/nodes";
import type { Fix } from "./fix.ts";

/** A response is named by a status of three digits, by a range such as `4XX`, or `default` (OpenAPI, Responses Object). */
export function fixStatuses(document: Node): Fix[] {
  return nodesOf(document["paths"]).flatMap(([path, item]) =>
    nodesOf(item).flatMap(([method, { responses }]) =>
      nodesOf(responses).flatMap(([key, response]) => {
        if (!isObject(responses) || /^([1-5](\d\d|XX)|default)$/i.test(key)) return [];
        const [status] = /^[1-5]\d\d(?!\d)/.exec(key) ?? [];
        takeOut(responses, key);
        const isFree = status !== undefined && !(status in responses);
        if (isFree) responses[status] = response;
        const what = `a response of the status ${key}: ${isFree ? `now ${status}` : "removed"}`;
        const pointer = `#/paths/${pointerStep(path)}/${method}/responses/${pointerStep(key)}`;
        return [{ pointer, what, isLoss: !isFree }];
      }),
    ),
  );
}
