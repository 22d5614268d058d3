import { isObject, isStreamed } from "@contract-toolkit/contract";
import type { Case, ConstraintCase } from "../../case.ts";
import type { HttpCase } from "../http-case.ts";
import { caseTable, type CaseTable, type OperationContext } from "../make-case.ts";
import { mergeRawForms, type RawForm } from "../raw-form.ts";
import { businessRuleCases } from "./business-rules.ts";
import {
  bodyKind,
  methodStatuses,
  otherMethods,
  problemsOf,
  refusedFor,
  type InjectedProblem,
} from "./problems.ts";
import { severalViolations } from "./several-violations.ts";
import { twoRuleCases } from "./two-rules.ts";

/** Requests with one problem, with two problems, and with violations in several parts. */
export function refusalCases(
  context: OperationContext,
  samples: readonly Case[],
  constraints: readonly ConstraintCase[],
): HttpCase[] {
  const base = context.mostComplete;
  const problems = problemsOf(context, base);
  const table = caseTable(context, base, "refusals");
  addMethods(table);
  addHeads(problems, table);
  addPairs(problems, table);
  // A streamed body is validated while it arrives, so only its first violation is reported.
  const isWhole = !isStreamed(bodyKind(context, base));
  if (isWhole && context.isQueryClosed && isObject(base.request.body)) {
    const raw = { query: "undocumented=1", body: { text: "{open}" } };
    const both = table.refused([400, 422], { fields: ["undocumented", "body"] });
    table.add("RFC 9110, section 15.5.1", both, [
      ["query and body", "two violations; both are reported", raw],
    ]);
  }
  return [
    ...table.cases,
    ...(isWhole ? severalViolations(context, constraints) : []),
    ...businessRuleCases(context, samples, constraints),
    ...twoRuleCases(context, samples),
  ];
}

function addPairs(problems: readonly InjectedProblem[], { context, add }: CaseTable): void {
  const why = "two problems; one of them is reported";
  for (const [index, one] of problems.entries())
    for (const other of problems.slice(index + 1)) {
      if (one.problem === "size" && other.problem === "schema") continue;
      const isOutside = [one, other].some(({ problem }) => ofNoOperation.has(problem));
      const row = [
        `${one.problem} and ${other.problem}`,
        why,
        mergeRawForms(one.raw, other.raw),
      ] as const;
      const expected = refusedFor(context, one, other);
      add("RFC 9110, section 15.5", expected, [row], isOutside ? { isOutside } : {});
    }
}

const ofNoOperation: ReadonlySet<string> = new Set(["unknown-path", "method"]);

function addMethods({ context, add }: CaseTable): void {
  const { contract, operation } = context;
  const named = Object.values(contract.operations)
    .filter(({ path }) => path === operation.path)
    .map(({ method }) => method);
  const refused = { kind: "refused", statuses: methodStatuses(context), isRepeated: true } as const;
  const [other] = otherMethods(context);
  if (other)
    add("RFC 9110, section 9.3.7", { kind: "unlike-sample", control: { method: other } }, [
      ["method OPTIONS", "OPTIONS, which carries nothing out", { method: "OPTIONS" }],
    ]);
  for (const method of otherMethods(context)) {
    const row = [`method ${method}`, "a method that the path does not have", { method }] as const;
    const expected = { ...refused, allow: { named, unnamed: [method] } };
    add("RFC 9110, section 15.5.6", expected, [row], { isOutside: true });
  }
}

/** HEAD beside GET: with the request of the sample, and with problems that any method may have. */
function addHeads(problems: readonly InjectedProblem[], { context, add }: CaseTable): void {
  const { contract, operation } = context;
  const isOwn = Object.values(contract.operations).some(
    ({ method, path }) => method === "HEAD" && path === operation.path,
  );
  if (operation.method !== "GET" || isOwn) return;
  const [method] = otherMethods(context);
  const addHead = (name: string, why: string, control: RawForm) => {
    const expected = { kind: "like-get", control, ...(method && { refused: { method } }) } as const;
    add("RFC 9110, section 9.3.2", expected, [[name, why, { ...control, method: "HEAD" }]]);
  };
  addHead("HEAD", "HEAD instead of GET", {});
  for (const { problem, raw } of problems)
    if (problem === "credential" || problem === "schema")
      addHead(`HEAD and ${problem}`, "HEAD with a request that GET refuses", raw);
}
