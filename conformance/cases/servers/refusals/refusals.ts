import { isObject, isStreamed } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTables, refused, type CaseTables, type OperationContext } from "../make-case.ts";
import { merged } from "../raw-form.ts";
import { businessRuleCases } from "./business-rules.ts";
import {
  bodyKind,
  methodStatuses,
  otherMethods,
  problemsOf,
  refusedFor,
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
  context: OperationContext,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const base = context.plain.find(({ request }) => request.body !== undefined) ?? context.plain[0];
  if (!base) return [];
  const problems = problemsOf(context, base);
  const tables = caseTables(base, "refusals");
  addMethods(context, tables);
  addHeads(context, problems, tables);
  addPairs(context, problems, tables);
  // What is read while it comes is judged while it comes: the first fault is its last.
  const isWhole = !isStreamed(bodyKind(context, base));
  if (isWhole && context.isQueryClosed && isObject(base.request.body)) {
    const raw = { query: "undocumented=1", body: { text: "{open}" } };
    const both = refused(context, [400, 422], { fields: ["undocumented", "body"] });
    tables.add("RFC 9110, section 15.5.1", both, [["query and body", "two faults at once", raw]]);
  }
  return [
    ...tables.cases,
    ...(isWhole ? severalFaults(context, constraints) : []),
    ...businessRuleCases(context, samples, constraints),
    ...twoRuleCases(context, samples),
  ];
}

/** The path is looked for before the method, and both before what else there is; what of the rest comes first is the service's. */
function addPairs(
  context: OperationContext,
  problems: readonly Problematic[],
  { add }: CaseTables,
): void {
  for (const [index, one] of problems.entries())
    for (const other of problems.slice(index + 1)) {
      if (one.problem === "size" && other.problem === "schema") continue;
      const name = `${one.problem} and ${other.problem}`;
      const isOutside = [one, other].some(({ problem }) => ofNoOperation.has(problem));
      add(
        "RFC 9110, section 15.5",
        refusedFor(context, one, other),
        [[name, "two problems at once; one of them is told", merged(one.raw, other.raw)]],
        isOutside ? { isOutside } : {},
      );
    }
}

const ofNoOperation: ReadonlySet<string> = new Set(["unknown-path", "method"]);

function addMethods(context: OperationContext, { add }: CaseTables): void {
  const { contract, operation } = context;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const statuses = methodStatuses(context);
  for (const method of otherMethods(context)) {
    const allow = { named, unnamed: [method] };
    add(
      "RFC 9110, section 15.5.6",
      { kind: "refused", statuses, isRepeated: true, allow },
      [[`method ${method}`, "a method that the path does not have", { method }]],
      { isOutside: true },
    );
  }
}

/** HEAD beside GET: with the sample's request, and with what is wrong with a request whatever its method. */
function addHeads(
  context: OperationContext,
  problems: readonly Problematic[],
  { add }: CaseTables,
): void {
  const { contract, operation } = context;
  const isOwn = Object.values(contract.operations).some(
    ({ method, path }) => method === "HEAD" && path === operation.path,
  );
  if (operation.method !== "GET" || isOwn) return;
  const [method] = otherMethods(context);
  const addHead = (name: string, why: string, control: Problematic["raw"]) => {
    const expected = { kind: "like-get", control, ...(method && { refused: { method } }) } as const;
    add("RFC 9110, section 9.3.2", expected, [[name, why, { ...control, method: "HEAD" }]]);
  };
  addHead("HEAD", "HEAD in place of GET", {});
  for (const { problem, raw } of problems)
    if (problem === "credential" || problem === "schema")
      addHead(`HEAD and ${problem}`, "HEAD of what is refused", raw);
}
