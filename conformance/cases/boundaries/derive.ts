import {
  contentsOf,
  type OpenApiDocument,
  type OpenApiOperation,
  type Operation,
  type SourcePosition,
} from "@contract-toolkit/contract";
import {
  boundaryValuesAt,
  candidatesOf,
} from "@contract-toolkit/schemas/boundaries/values/candidates";
import type { Rule } from "@contract-toolkit/schemas/boundaries/rule";
import { rulesOf } from "@contract-toolkit/schemas/boundaries/rules";
import { operationsById } from "@contract-toolkit/schemas/documents/operations";
import { namesIn, origins } from "@contract-toolkit/schemas/message-schemas/marks";
import { type Case, type Constraint, type ConstraintCase } from "../case.ts";
import { type DerivedConstraints, withReasons } from "./exclusions.ts";
import { constraintCase } from "./constraint-case.ts";
import {
  contentTypeCases,
  statusConstraintCases,
  withoutContentType,
} from "./content-type-and-status.ts";
import { isAllowedAsNoBody, sharingRoute } from "./sendable.ts";
import { collectMessages, type Message } from "./messages.ts";
import { explainUnderivable, isUnknownVariant, makeBoundaryMessage } from "./boundary-message.ts";

/** Finds the TypeSpec position of a keyword by its paths in `messages.json`, the nearest first. */
type SourceOf = (places: readonly string[], keyword: string) => SourcePosition | undefined;

/**
 * Derives a case for each boundary of each constraint of requests and responses from the documented samples. The same contract
 * gives the same cases in the same order.
 *
 * @param operations of the contract, some of which may share a route
 * @param isOfRequests whether only those of requests are derived
 */
export function deriveCases(
  document: OpenApiDocument,
  samples: readonly Case[],
  sourceOf: SourceOf,
  operations: readonly Operation[] = [],
  isOfRequests = false,
): DerivedConstraints {
  const documented = operationsById(document);
  const namesFields = document["x-refusals-name-fields"] === true;
  const groups = Map.groupBy(samples, ({ operation }) => operation.id);
  const ids = new Set([...groups.keys(), ...documented.keys()]);
  const all: Found = { cases: [], coveredBySample: [], exclusions: [], unknown: [] };
  for (const id of ids) {
    const found = documented.get(id);
    const cases = groups.get(id) ?? [];
    const operation = cases[0]?.operation ?? operations.find((operation) => operation.id === id);
    if (!found || !operation) continue;
    const others = sharingRoute(operation, operations);
    const { requests, responses } = collectMessages(document, found, operation, others, cases);
    for (const message of isOfRequests ? requests : [...requests, ...responses])
      for (const rule of rulesOf(message.schema))
        if (message.of.contentType === undefined || isInBody(rule.place))
          addCases(all, message, rule, sourceOf);
    addOuterCases(all, operation, others, found, requests, responses);
  }
  const cases = mergeEqualCases(all.cases);
  return withReasons({
    ...all,
    cases: namesFields ? cases.map((testCase) => ({ ...testCase, isToBeNamed: true })) : cases,
  });
}

type Found = { [Part in keyof DerivedConstraints]: DerivedConstraints[Part][number][] };

function isInBody(place: string): boolean {
  return place === "/body" || place.startsWith("/body/");
}

/** Cases about a message as a whole: its content type and its status. */
function addOuterCases(
  all: Found,
  operation: Operation,
  others: readonly Operation[],
  { requestBody, responses: documented }: OpenApiOperation,
  requests: readonly Message[],
  responses: readonly Message[],
): void {
  const response = responses.find(({ bases }) => bases.length > 0)?.bases[0];
  const request = requests
    .flatMap(({ bases }) => bases)
    .find(
      ({ sample: { request } }) =>
        request.body !== undefined && !isAllowedAsNoBody(operation, operation.body, request),
    );
  const ofOthers = others.flatMap(({ body }) => contentsOf(body));
  const types = [
    ...Object.keys(requestBody?.content ?? {}),
    ...ofOthers.map(({ contentType }) => contentType),
  ];
  const ofType = request ? contentTypeCases(operation, request.sample, types) : [];
  all.cases.push(...ofType);
  if (response) all.cases.push(...statusConstraintCases(operation, response.sample, documented));
  all.exclusions.push(...withoutContentType(operation, ofType));
}

/** Branches of a union may have the same rule at the same place. Equal cases are joined, others are numbered. */
function mergeEqualCases(cases: readonly ConstraintCase[]): ConstraintCase[] {
  const groups = Map.groupBy(cases, ({ id }) => id);
  return [...groups.values()].flatMap((group) => {
    if (group.length === 1) return group;
    const distinct = new Map(
      group.map((constraintCase) => [JSON.stringify(constraintCase.message), constraintCase]),
    );
    return [...distinct.values()].map((constraintCase, index) =>
      index === 0
        ? constraintCase
        : { ...constraintCase, id: `${constraintCase.id} #${index + 1}` },
    );
  });
}

function addCases(all: Found, message: Message, rule: Rule, sourceOf: SourceOf): void {
  const constraint: Constraint = { ...message.of, place: rule.place, keyword: rule.keyword };
  if (rule.isUnderived) {
    all.unknown.push(constraint);
    return;
  }
  const candidates = candidatesOf(message.bases, message.schema, rule);
  const values = boundaryValuesAt(rule, candidates[0]);
  const relaxed = rule.relaxed(message.schema);
  const code = rule.schema["x-bounds-code"];
  for (const value of values) {
    const { boundary, name, isExtra } = value;
    const made = makeBoundaryMessage(candidates, rule, value, relaxed, message);
    if (made === undefined) {
      const reason = explainUnderivable(message, name, boundary);
      if (!isExtra) all.exclusions.push({ constraint, boundary, reason });
    } else if (made.message === made.base.message) {
      all.coveredBySample.push({ constraint, boundary, by: made.base.sample.id });
    } else if (isUnknownVariant(message, boundary, made.message)) {
      const reason = "a client accepts variants that the contract does not document";
      if (!isExtra) all.exclusions.push({ constraint, boundary, reason });
    } else {
      const source =
        sourceOf(namesIn(rule.schema[origins]), rule.keyword) ?? message.operation.source;
      const { base, pointer } = made;
      const changed = made.message as ConstraintCase["message"];
      all.cases.push({
        ...constraintCase(base.sample, constraint, boundary, name, changed, { pointer, source }),
        ...(typeof code === "number" && { code }),
      });
    }
  }
}
