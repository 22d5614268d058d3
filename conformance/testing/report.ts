import type { Contract, Operation } from "@contract-toolkit/contract";
import type { CaseHead } from "../cases/case.ts";
import { makeReport, type KnownFailure, type Report, type Verdict } from "../index.ts";
import type { DocumentedExchange } from "../internal.ts";
import type { CoveredConstraints } from "../report/boundary-coverage.ts";
import { operation as oneOperation } from "./one-operation.ts";

/** The parts of a case that a test sets. The others have default values. */
export interface TestedCase {
  readonly id: string;
  readonly kind?: CaseHead["kind"];
  readonly outcome?: Verdict["outcome"];
  readonly findings?: Verdict["findings"];
  readonly missingState?: string;
  readonly shown?: Verdict["exchanges"];
  readonly exchanges?: readonly DocumentedExchange[];
}

export const libraryContract: Contract = {
  name: "library",
  title: "Library <service>",
  version: "1.2.0",
  operations: {
    readItem: operation("readItem", {
      200: { contentType: "application/json", headers: ["ETag"] },
      404: {
        contentType: "application/json",
        headers: [],
        errorCode: { property: "code", codes: [4, 5] },
      },
    }),
    dropItem: operation("dropItem", { 204: { headers: [] } }),
  },
  validators: {},
  refusals: {},
  contentValidators: {},
  boundsCodes: {},
};

function operation(id: string, responses: Operation["responses"]): Operation {
  return {
    ...oneOperation,
    id,
    method: "GET",
    path: `/${id}`,
    responses,
    retryable: true,
    parameters: [
      { name: "X-Reader", in: "header", type: "string", required: false },
      { name: "limit", in: "query", type: "integer", required: false },
    ],
  };
}

export function exchange(
  id: string,
  status: number,
  parts: { code?: number; sent?: string; answered?: string } = {},
): DocumentedExchange {
  const headers = (name: string | undefined) => (name === undefined ? {} : { [name]: "x" });
  return {
    operation: id,
    request: { path: {}, query: {}, headers: headers(parts.sent) },
    response: {
      status,
      headers: headers(parts.answered),
      ...(parts.code !== undefined && { body: { code: parts.code } }),
    },
  };
}

/** Cases with every outcome, and the known failures that two of them and no case match. */
export function everyOutcome(findings: Verdict["findings"], reason: string) {
  const known = (id: string, line: number) => ({ target: "server", id, reason, line }) as const;
  const cases: TestedCase[] = [
    { id: "readItem/found", outcome: "passed" },
    { id: "readItem/lost", outcome: "failed", findings },
    { id: "dropItem/gone", outcome: "error", findings: [{ message: "no such state" }] },
    { id: "dropItem/late", outcome: "failed", findings: [{ message: "late" }] },
    { id: "dropItem/fixed", outcome: "passed" },
  ];
  return {
    cases,
    known: [known("dropItem/late", 1), known("dropItem/fixed", 2), known("x/y", 3)],
  };
}

/** A report of a run with verdicts that the test sets. */
export function reportOf(
  cases: readonly TestedCase[],
  known: readonly KnownFailure[] = [],
  constraints?: CoveredConstraints,
): Report {
  const planned = cases.map(({ id, kind = "sample", exchanges = [] }, index) => ({
    case: {
      id,
      kind,
      why: `why of ${id}`,
      source: { file: "samples.tsp", line: index + 1, column: 1 },
    },
    exchanges,
    play: () => Promise.reject(new Error("not to be played")),
  }));
  const timed = planned.flatMap(({ case: played }, index) => {
    const { outcome, findings = [], shown, missingState } = cases[index] ?? {};
    if (outcome === undefined) return [];
    const verdict = {
      case: played,
      target: "server" as const,
      outcome,
      findings,
      ...(missingState !== undefined && { missingState }),
    };
    return [{ verdict: { ...verdict, ...(shown && { exchanges: shown }) }, milliseconds: 1.6 }];
  });
  return makeReport({
    contract: libraryContract,
    target: "server",
    planned,
    timed,
    known,
    ...(constraints && { constraints }),
    timing: {
      startedAt: new Date("2026-05-01T08:00:00Z"),
      milliseconds: 2345,
      seed: "s",
    },
  });
}
