import { isObject, isStreamed } from "@contract-toolkit/kernel";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTable, type CaseTable, type OperationContext } from "../make-case.ts";
import { merged, type RawForm } from "../raw-form.ts";
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

/** Requests with one problem, with two at once, and with faults in several parts: which refusal is answered, and how. */
export function refusalCases(
  context: OperationContext,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const base = context.plain.find(({ request }) => request.body !== undefined) ?? context.plain[0];
  if (!base) return [];
  const problems = problemsOf(context, base);
  const table = caseTable(context, base, "refusals");
  addMethods(table);
  addHeads(problems, table);
  addPairs(problems, table);
  // What is read while it comes is judged while it comes: the first fault is its last.
  const isWhole = !isStreamed(bodyKind(context, base));
  if (isWhole && context.isQueryClosed && isObject(base.request.body)) {
    const raw = { query: "undocumented=1", body: { text: "{open}" } };
    const both = table.refused([400, 422], { fields: ["undocumented", "body"] });
    table.add("RFC 9110, section 15.5.1", both, [["query and body", "two faults at once", raw]]);
  }
  return [
    ...table.cases,
    ...(isWhole ? severalFaults(context, constraints) : []),
    ...businessRuleCases(context, samples, constraints),
    ...twoRuleCases(context, samples),
  ];
}

/** The path is looked for before the method, and both before what else there is; what of the rest comes first is the service's. */
function addPairs(problems: readonly Problematic[], { context, add }: CaseTable): void {
  const why = "two problems at once; one of them is told";
  for (const [index, one] of problems.entries())
    for (const other of problems.slice(index + 1)) {
      if (one.problem === "size" && other.problem === "schema") continue;
      const isOutside = [one, other].some(({ problem }) => ofNoOperation.has(problem));
      const row = [`${one.problem} and ${other.problem}`, why, merged(one.raw, other.raw)] as const;
      const due = refusedFor(context, one, other);
      add("RFC 9110, section 15.5", due, [row], isOutside ? { isOutside } : {});
    }
}

const ofNoOperation: ReadonlySet<string> = new Set(["unknown-path", "method"]);

function addMethods({ context, add }: CaseTable): void {
  const { contract, operation } = context;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const refused = { kind: "refused", statuses: methodStatuses(context), isRepeated: true } as const;
  for (const method of otherMethods(context)) {
    const row = [`method ${method}`, "a method that the path does not have", { method }] as const;
    const due = { ...refused, allow: { named, unnamed: [method] } };
    add("RFC 9110, section 15.5.6", due, [row], { isOutside: true });
  }
}

/** HEAD beside GET: with the sample's request, and with what is wrong with a request whatever its method. */
function addHeads(problems: readonly Problematic[], { context, add }: CaseTable): void {
  const { contract, operation } = context;
  const isOwn = Object.values(contract.operations).some(
    ({ method, path }) => method === "HEAD" && path === operation.path,
  );
  if (operation.method !== "GET" || isOwn) return;
  const [method] = otherMethods(context);
  const addHead = (name: string, why: string, control: RawForm) => {
    const due = { kind: "like-get", control, ...(method && { refused: { method } }) } as const;
    add("RFC 9110, section 9.3.2", due, [[name, why, { ...control, method: "HEAD" }]]);
  };
  addHead("HEAD", "HEAD in place of GET", {});
  for (const { problem, raw } of problems)
    if (problem === "credential" || problem === "schema")
      addHead(`HEAD and ${problem}`, "HEAD of what is refused", raw);
}
