import { resolve } from "node:path";
import { terminalText, writePosition } from "@contract-toolkit/contract";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import type { CaseHead, Target } from "../../cases/case.ts";
import { ConformanceError } from "../../errors.ts";
import type { KnownFailure } from "../../known-failures/known-failures.ts";
import { caseOperationId, causeOf, judged, type Result } from "../../report/report.ts";
import { describeCause } from "../../report/terminal/causes.ts";
import { listStaleFailures, unplayedLines } from "../../report/terminal.ts";
import { exclusionLines } from "../../report/terminal/exclusions.ts";
import type { Suite } from "../../suite.ts";
import { isChosen, type Plan, type PlanOptions } from "../plan.ts";
import { preparePlan } from "../play.ts";
import type { Timed } from "../run.ts";
import type { Finding } from "../../verdict.ts";

/** What a test runner has to know of a run before anything is asked of the target. */
export interface Collected {
  readonly suite: Suite;
  readonly target: Target;
  readonly cases: readonly CaseHead[];
  readonly concurrency: number;
  /** Ids of the cases that are played alone. */
  readonly exclusive: ReadonlySet<string>;
  /** Plans the cases. It is called when the first test runs. */
  readonly ask: () => Promise<Plan>;
}

/** Options of every target. */
export interface TestOptions extends Pick<PlanOptions, "include" | "exclude"> {
  /** Failures that do not fail a test. */
  readonly known?: readonly KnownFailure[];
  /** Whether cases may be left out because something is missing. Default: a test fails and says what. */
  readonly mayBeUnplayed?: boolean;
}

/** The tests of a target by operation, as every runner has them. */
export interface CaseTests {
  readonly title: string;
  readonly groups: readonly TestGroup[];
  /** Releases what was planned. */
  readonly end: () => Promise<void>;
}

interface TestGroup {
  readonly name: string;
  /** Number of tests that run at a time. */
  readonly concurrency: number;
  readonly tests: readonly CaseTest[];
}

interface CaseTest {
  readonly name: string;
  /**
   * Plays the case. A known failure is expected.
   *
   * @throws {CaseFailure} when the target fails, or passes in spite of a known failure
   */
  readonly run: (runner: Runner) => Promise<void>;
}

/** What a test can do with its runner. */
interface Runner {
  /** Ends the test without a result. */
  readonly skip: (reason: string) => void;
  readonly note: (text: string) => void;
}

/** The failure of a test. Its stack are the places in the specification, because the fault is in no line of the suite. */
class CaseFailure extends Error {
  override readonly name = "Failure";
  /** Values by their places. Runners show how they differ. */
  declare readonly expected?: unknown;
  declare readonly actual?: unknown;

  constructor(text: string, findings: readonly Finding[] = []) {
    const place = /\n *at (\S+:\d+:\d+)$/gm;
    super(text.replace(place, ""));
    const places = [...text.matchAll(place)].map(([, at = ""]) => `\n    at ${resolve(at)}`);
    this.stack = `${this.name}: ${this.message}${places.join("")}`;
    const differences = findings.flatMap(({ difference }) => difference ?? []);
    if (differences.length === 0) return;
    const values = (of: "expected" | "found") =>
      Object.fromEntries(differences.map((each) => [each.pointer, each[of]]));
    Object.assign(this, { expected: values("expected"), actual: values("found") });
  }
}

/** Makes a test of each case: first those that are played alone, then the others. The last test says what was not played. */
export function caseTests(collected: Collected, options: TestOptions): CaseTests {
  const { suite, target, cases, concurrency, exclusive } = collected;
  const { known = [], mayBeUnplayed = false } = options;
  const session = startedOnce(collected, options);
  const results = new Map<string, Timed>();
  const failureOf = describedOnce();
  const testOf = ({ id }: CaseHead): CaseTest => {
    let attempt = 0;
    return {
      name: id,
      async run({ skip, note }) {
        const started = await session.start(skip);
        if (!started) return;
        const planned = started.playable.get(id);
        if (!planned) {
          skip("not played; the last test says why");
          return;
        }
        const start = performance.now();
        const verdict = await planned.play((attempt += 1));
        const timed = { verdict, milliseconds: performance.now() - start };
        results.set(id, timed);
        const result = judged(timed, known);
        if (result.outcome === "known-failure")
          note(`known failure: ${result.known?.reason ?? ""}`);
        else if (verdict.missingState !== undefined) skip(`nobody sets up ${verdict.missingState}`);
        else if (result.outcome !== "passed") throw failureOf(result);
      },
    };
  };
  const last: CaseTest = {
    name: "every case was played",
    async run({ skip, note }) {
      if (chosen.length === 0) throw new CaseFailure("There is no case to play.");
      const started = await session.start(skip);
      if (!started) return;
      const { plan, report } = started;
      const found = report([...results.values()]);
      exclusionLines(found, "contract replay --report DIR").forEach(note);
      const planned = new Set(plan.planned.map((item) => item.case.id));
      const missing = chosen.filter(({ id }) => !planned.has(id));
      const lines = [
        ...unplayedLines(found),
        ...(plan.leavesOut === true || missing.length === 0
          ? []
          : [`${missing.length} cases need credentials that the run does not have.`]),
      ];
      const stale = found.unmatched.length > 0 ? listStaleFailures(found) : [];
      const text = terminalText([...(mayBeUnplayed ? [] : lines), ...stale], true).trim();
      if (text !== "") throw new CaseFailure(text);
    },
  };
  const chosen = cases.filter(isChosen(options));
  const isAlone = ({ id }: CaseHead) => exclusive.has(id);
  const groupsOf = (items: readonly CaseHead[], most: number): TestGroup[] =>
    [...Map.groupBy(items, caseOperationId)].map(([name, own]) => ({
      name,
      concurrency: most,
      tests: own.map(testOf),
    }));
  const others = chosen.filter((item) => !isAlone(item));
  return {
    title: `${suite.contract.title}, ${target}`,
    groups: [
      ...groupsOf(chosen.filter(isAlone), 1),
      ...groupsOf(others, concurrency),
      { name: "the run", concurrency: 1, tests: [last] },
    ],
    end: session.end,
  };
}

/** The tests of a run for which nothing can be collected: one that says why. */
export function failingTest(error: unknown): CaseTests {
  const tests = [{ name: "cases are collected", run: () => Promise.reject(explained(error)) }];
  const groups = [{ name: "the run", concurrency: 1, tests }];
  return { title: "conformance", groups, end: () => Promise.resolve() };
}

/** Users can do something about errors of these classes, whose stack tells them nothing. */
function explained(error: unknown): Error {
  const isKnown = error instanceof UsageError || error instanceof ConformanceError;
  if (isKnown) return new CaseFailure(error.message);
  return error instanceof Error ? error : new Error(String(error));
}

/** Plans when the first test runs. If that fails, only this test fails. */
function startedOnce({ suite, target, ask }: Collected, options: TestOptions) {
  let planning: Promise<Plan> | undefined;
  const prepare = (plan: Plan) => {
    const { playable, report } = preparePlan(suite, target, plan, options);
    return { plan, report, playable: new Map(playable.map((item) => [item.case.id, item])) };
  };
  let prepared: Promise<ReturnType<typeof prepare>> | undefined;
  return {
    async start(skip: Runner["skip"]) {
      const isFirst = prepared === undefined;
      planning ??= ask();
      prepared ??= planning.then(prepare);
      return prepared.catch((error: unknown) => {
        if (isFirst) throw explained(error);
        skip("the run could not start; the first test says why");
        return undefined;
      });
    },
    end: async (): Promise<void> => {
      const plan = await planning?.catch(() => undefined);
      await plan?.[Symbol.asyncDispose]();
    },
  };
}

/** Describes failures: the first of a cause as the command does, with the values that differ, the others in one line. */
function describedOnce() {
  const firsts = new Map<string, string>();
  return (result: Result): CaseFailure => {
    const { case: played, findings } = result.verdict;
    const cause = causeOf(result);
    const first = firsts.get(cause) ?? played.id;
    firsts.set(cause, first);
    if (result.outcome === "unexpected-pass")
      return new CaseFailure(
        `passes; remove line ${String(result.known?.line)} of the known failures.`,
      );
    // These characters have a meaning in the patterns with which runners choose tests.
    const pattern = played.id.replaceAll(/[$()*+.?[\\\]^{|}'"`]/g, ".");
    const again = pattern === played.id ? "" : `\n  alone: -t '${pattern}'`;
    if (first === played.id)
      return new CaseFailure(
        `${terminalText(describeCause([result], true), true).trim()}${again}`,
        findings,
      );
    const { message, source = played.source }: Finding = findings[0] ?? { message: "" };
    return new CaseFailure(`${message} (the same as ${first})\n  at ${writePosition(source)}`);
  };
}
