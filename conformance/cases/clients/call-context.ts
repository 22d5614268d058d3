import {
  bodyKindOf,
  findBodyContent,
  documentedOf,
  exampleStatuses,
  isObject,
  type Operation,
  pointerStep,
  type SampleRequest,
  type SampleResponse,
  valueAt,
  withValue,
  ownValue,
} from "@contract-toolkit/contract";
import { successfulSamples, type Case } from "../case.ts";
import { allowsResponse, allowsRequest } from "../../contract-allows.ts";
import { deriveResponse } from "@contract-toolkit/schemas/message-generator/messages";
import type { Suite } from "../../suite.ts";
import type { CallContext } from "./call-case.ts";
import { accents, spelledOtherwise } from "./spellings.ts";

/** Undefined if the operation has no successful call with a JSON response. */
export function callContextOf(suite: Suite, operation: Operation): CallContext | undefined {
  // These cases change what selects one of several operations of a route. HEAD has no body to change.
  if (operation.when !== undefined || operation.method === "HEAD") return undefined;
  const all = [...suite.cases, ...suite.derived("client").cases].filter(
    (testCase) => testCase.operation.id === operation.id && isCallable(suite, testCase),
  );
  const successes = successfulSamples(all).sort(
    (left, right) => exchangeLength(right) - exchangeLength(left),
  );
  const [longest] = successes;
  if (!longest) return undefined;
  const success = { ...longest, call: fullestCall(suite, longest, successes) };
  const errors = exampleStatuses(operation.responses)
    // 304 has no body (RFC 9110, section 15.4.5).
    .filter((status) => status >= 300 && status !== 304 && isJsonResponse(operation, status))
    .flatMap((status) => casesWithStatus(suite, operation, status, all, success));
  return { suite, success, accented: accentedOf(suite, success), errors };
}

function accentedOf({ contract }: Suite, success: Case): Case {
  const { operation, response } = success;
  const isAllowed = (changed: SampleResponse) => allowsResponse(contract, operation, changed);
  const isPlace = (pointer: string) => pointer.startsWith("/body/");
  const changed = spelledOtherwise(response, accents, isAllowed, isPlace);
  return changed ? { ...success, response: changed } : success;
}

/** A call with all values that other valid calls have, where the contract allows them together. */
function fullestCall(suite: Suite, { operation, call }: Case, all: readonly Case[]): SampleRequest {
  const isAllowed = (changed: SampleRequest) => allowsRequest(suite.contract, operation, changed);
  const ofConstraints = suite
    .constraints("client")
    .cases.filter(
      (testCase) =>
        testCase.operation.id === operation.id &&
        testCase.constraint.direction === "request" &&
        testCase.boundary === "valid" &&
        !unknownFields.has(testCase.constraint.keyword),
    )
    .map(({ message }) => message as SampleRequest);
  let fullest = call;
  for (const other of [...all.map((item) => item.call), ...ofConstraints])
    for (const pointer of missing(fullest, other, "")) {
      const next = withValue(fullest, pointer, valueAt(other, pointer)) as SampleRequest;
      if (isAllowed(next)) fullest = next;
    }
  return fullest;
}

/** These cases add undocumented fields, which a typed client cannot send. */
const unknownFields = new Set(["additional", "additionalProperties", "unevaluatedProperties"]);

function missing(left: unknown, right: unknown, pointer: string): string[] {
  if (!isObject(left) || !isObject(right)) return [];
  return Object.entries(right).flatMap(([name, value]) => {
    const place = `${pointer}/${pointerStep(name)}`;
    const own = ownValue(left, name);
    return own === undefined ? [place] : missing(own, value, place);
  });
}

/** A case with a status: a sample, or the successful call with a derived response. */
function casesWithStatus(
  suite: Suite,
  operation: Operation,
  status: number,
  all: readonly Case[],
  success: Case,
): readonly Case[] {
  const sample = all.find(({ response }) => response.status === status);
  if (sample) return [{ ...sample, call: success.call }];
  const derived = deriveResponse(suite, operation.id, status);
  return "message" in derived ? [{ ...success, response: derived.message }] : [];
}

function isCallable(suite: Suite, { operation, call, response }: Case): boolean {
  const isOfParts = findBodyContent(operation.body, call.contentType)?.contentType.startsWith(
    "multipart/",
  );
  return (
    isOfParts !== true &&
    isJsonResponse(operation, response.status, response.contentType) &&
    allowsRequest(suite.contract, operation, call)
  );
}

function isJsonResponse({ responses }: Operation, status: number, contentType?: string): boolean {
  const content = findBodyContent(documentedOf(responses, status), contentType);
  return content !== undefined && bodyKindOf(content) === "json";
}

function exchangeLength({ call, response }: Case): number {
  return JSON.stringify([call, response]).length;
}
