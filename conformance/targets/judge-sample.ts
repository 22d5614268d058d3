import {
  documentedOf,
  isContainer,
  isObject,
  type SampleResponse,
  valueAt,
} from "@contract-toolkit/contract";
import type { Case } from "../cases/case.ts";
import { violationsOfRequest } from "../contract-allows.ts";
import { compareJson, sortedLike, type Difference } from "../json-comparison/compare.ts";
import type { Suite } from "../suite.ts";
import { describeDifference, type Finding } from "../verdict.ts";
import { judgeResponse, undocumentedStatus, wrongStatus, type JudgedResponse } from "./response.ts";
import type { HttpResponse } from "./send.ts";

export function judgeSample(
  suite: Pick<Suite, "contract" | "positionOf" | "document">,
  played: Case,
  expected: SampleResponse,
  response: HttpResponse,
  bindings: ReadonlyMap<string, string>,
): Finding[] {
  if (played.kind === "derived")
    return judgeDerived(played, judgeResponse(suite, played.operation, response));
  if (response.status !== expected.status)
    return [wrongStatus(played.operation, expected.status, response)];
  const judged = judgeResponse(suite, played.operation, response);
  if (!documentedOf(played.operation.responses, response.status))
    return [undocumentedStatus(played.operation, judged)];
  const { headers, body, findings, faulty } = judged;
  // The server must return values unchanged that it made earlier or that it was given.
  const isKnown = (pointer: string) => {
    const value = valueAt(played.response, pointer);
    return (typeof value === "string" || typeof value === "number") && bindings.has(String(value));
  };
  const ignored = new Set(played.generated.filter((pointer) => !isKnown(pointer)));
  const shown = Object.entries(headers).filter(([name]) => Object.hasOwn(expected.headers, name));
  const differences = [
    ...bodyDifferences(expected, body, ignored, mustNameFields(suite, played)).filter(
      (difference) => !mayBeMissing(played, difference),
    ),
    ...compareJson(expected.headers, Object.fromEntries(shown), undefined, "/headers"),
    // A place that violates the contract differs from the sample, too. It is reported once.
  ].filter(({ pointer }) => !faulty.has(pointer) && !faulty.has(pointer.split("/", 2).join("/")));
  return [...findings, ...differences.map((difference) => describeDifference("", difference))];
}

/**
 * Any documented response to a derived request is right if it matches its schema, because no sample shows the meaning of the
 * request.
 */
export function judgeDerived({ operation }: Case, judged: JudgedResponse): Finding[] {
  const { status, isDocumented, findings } = judged;
  if (!isDocumented) return [undocumentedStatus(operation, judged)];
  if (status < 500) return [...findings];
  const message = `expected no server error, found ${status}`;
  return [...findings, { message, source: operation.source }];
}

/**
 * Whether a success may lack a value of its sample. It may not if the server was told it. The contract says which fields are
 * required, and reports those itself.
 */
function mayBeMissing(played: Case, { pointer, expected, found }: Difference): boolean {
  if ((found ?? null) !== null || played.response.status >= 400) return false;
  const parent = pointer.slice(0, pointer.lastIndexOf("/"));
  return parent !== "" && isObject(valueAt(played.response, parent)) && !isTold(played, expected);
}

/** Whether the request of a case or its provider states have a part of a value. */
export function isTold({ request, providerStates }: Case, value: unknown): boolean {
  const told = new Set(leavesOf([request, providerStates.map(({ values }) => values)]));
  return leavesOf(value).some((leaf) => told.has(leaf));
}

/** The texts and numbers in a value, as texts. */
function leavesOf(value: unknown): string[] {
  if (isContainer(value)) return Object.values(value).flatMap(leavesOf);
  return typeof value === "string" || typeof value === "number" ? [String(value)] : [];
}

/** Whether the contract wants the refusal of a sample's request to name fields: some violate the schema, and no error code says which. */
function mustNameFields(
  { contract, document }: Pick<Suite, "contract" | "document">,
  { operation, request }: Case,
): boolean {
  return (
    document["x-refusals-name-fields"] === true &&
    violationsOfRequest(contract, operation, request).some(({ code }) => code === undefined)
  );
}

/**
 * Differences of a body from that of the sample. A refusal may have more documented fields, and lack optional ones, but has no
 * other violations.
 */
function bodyDifferences(
  { status, body: expected }: SampleResponse,
  body: unknown,
  ignored: ReadonlySet<string>,
  isNaming: boolean,
): Difference[] {
  // A refusal lists violations in any sequence. An empty list is the same as none.
  const isRefusal = status >= 400;
  const place = "/body";
  const isNothing = (value: unknown) =>
    value === undefined ||
    value === null ||
    (isRefusal && Array.isArray(value) && value.length === 0);
  // A missing field that is required violates the contract, which is reported as such.
  const isOptional = ({ pointer, expected: value, found }: Difference) =>
    isRefusal &&
    pointer !== place &&
    (value === undefined || (found === undefined && !isNaming)) &&
    !Array.isArray(valueAt({ body: expected }, pointer.slice(0, pointer.lastIndexOf("/"))));
  const found = isRefusal ? sortedLike(expected, body, ignored, place) : body;
  return compareJson(expected, found, ignored, place).filter(
    (difference) =>
      !isOptional(difference) &&
      (difference.pointer === place ||
        !isNothing(difference.expected) ||
        !isNothing(difference.found)),
  );
}
