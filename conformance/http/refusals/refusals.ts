import { isObject, isStreamed } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import { businessRuleCases } from "./business-rules.ts";
import type { HttpCase, Refused } from "../http-case.ts";
import { documentedAmong, httpCase, rowsOf, type Ground, type Row } from "../make-case.ts";
import {
  kindOf,
  methodStatuses,
  otherMethods,
  pair,
  problemsOf,
  type Problematic,
} from "./problems.ts";
import { severalFaults } from "./several-faults.ts";
import { twoRuleCases } from "./two-rules.ts";

/**
 * Requests with one problem, with two at once, and with faults in several parts: which refusal is answered, and how.
 *
 * @param samples of the operation, those that are refused among them
 * @param constraints of the operation
 */
export function refusalCases(
  ground: Ground,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const base = ground.plain.find(({ request }) => request.body !== undefined) ?? ground.plain[0];
  if (!base) return [];
  const problems = problemsOf(ground, base);
  return [
    ...methods(ground, base),
    ...heads(ground, base, problems),
    ...problems.flatMap((one, index) =>
      problems.slice(index + 1).flatMap((other) => pair(ground, base, one, other)),
    ),
    // What is read while it comes is judged while it comes: the first fault is its last.
    ...(isStreamed(kindOf(ground, base))
      ? []
      : [...queryAndBody(ground, base), ...severalFaults(ground, constraints)]),
    ...businessRuleCases(ground, samples, constraints),
    ...twoRuleCases(ground, samples),
  ];
}

/** A query that nobody documented and a body that cannot be read. */
function queryAndBody(ground: Ground, base: Case): HttpCase[] {
  if (!ground.isQueryClosed || !isObject(base.request.body)) return [];
  const expected: Refused = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422]),
    fields: ["undocumented", "body"],
  };
  return [
    httpCase(base, "refusals", "query and body", "two faults at once; both are told", {
      section: "RFC 9110, section 15.5.1",
      raw: { query: "undocumented=1", body: { text: "{open}" } },
      expected,
    }),
  ];
}

function methods(ground: Ground, base: Case): HttpCase[] {
  const { contract, operation } = ground;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const refused = (method: string): Refused => ({
    kind: "refused",
    statuses: methodStatuses(ground),
    isRepeated: true,
    allow: { named, unnamed: [method] },
  });
  return otherMethods(ground).map((method) =>
    httpCase(base, "refusals", `method ${method}`, "a method that the path does not have", {
      section: "RFC 9110, section 15.5.6",
      raw: { method },
      isOutside: true,
      expected: refused(method),
    }),
  );
}

/** HEAD beside GET: with the sample's request, and with what is wrong with a request whatever its method. */
function heads(ground: Ground, base: Case, problems: readonly Problematic[]): HttpCase[] {
  const { contract, operation } = ground;
  const isOwn = Object.values(contract.operations).some(
    ({ method, path }) => method === "HEAD" && path === operation.path,
  );
  if (operation.method !== "GET" || isOwn) return [];
  const [refused] = otherMethods(ground);
  const same = problems.filter(({ problem }) => problem === "credential" || problem === "schema");
  const rows: Row[] = [
    ["HEAD", "HEAD in place of GET", {}],
    ...same.map(({ problem, raw }): Row => [`HEAD and ${problem}`, "HEAD of what is refused", raw]),
  ];
  return rows.flatMap((row) => {
    const [name, why, raw] = row;
    const expected = {
      kind: "like-get",
      get: raw,
      ...(refused !== undefined && { refused: { method: refused } }),
    } as const;
    const head: Row = [name, why, { ...raw, method: "HEAD" }];
    return rowsOf(base, "refusals", ["RFC 9110, section 9.3.2", expected], [head]);
  });
}
