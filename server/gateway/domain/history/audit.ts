import {
  type Change,
  entities,
  type Entity,
  type Lifecycle,
  lifecycles,
} from "../states/lifecycles.ts";
import { LATE, MADE, REMOVED } from "../states/changes.ts";
import type { Gateway } from "../dependencies.ts";
import type { Store } from "../store.ts";
import type { AuditFinding } from "./audit-finding.ts";

/** The result of an audit. */
export interface AuditReport {
  readonly records: number;
  readonly changes: number;
  readonly findings: readonly AuditFinding[];
}

/**
 * Checks from the history alone that every record is in the state that its history leads to, that every step is in the
 * transition tables, and that no authorization was both captured and reversed. Then checks rules across records. It can
 * run while the gateway works.
 */
export async function audit({ store }: Pick<Gateway, "store">): Promise<AuditReport> {
  const pages: AuditReport[] = [];
  for (const entity of entities)
    for (let after: string | undefined = ""; after !== undefined;) {
      const page: Page = await auditPage(store, entity, after);
      pages.push(page);
      after = page.last;
    }
  return {
    records: sumNumbers(pages.map(({ records }) => records)),
    changes: sumNumbers(pages.map(({ changes }) => changes)),
    findings: [
      ...pages.flatMap(({ findings }) => findings),
      ...(await store.history.brokenRules()),
    ],
  };
}

/**
 * The problems of one record's history.
 *
 * @param state the state of the record; undefined: the record does not exist
 * @param changes in any order
 */
export function judgeHistory(
  lifecycle: Lifecycle,
  state: string | undefined,
  changes: readonly Change[],
): string[] {
  const steps = changes.filter(({ event }) => !event.startsWith(LATE));
  const made = steps.filter(({ event }) => event === MADE);
  const [first] = made;
  if (first === undefined) return ["has no beginning in the history"];
  const problems = made.length > 1 ? ["begins more than once"] : [];
  if (first.from !== undefined || !lifecycle.begins.includes(first.to))
    problems.push(`begins as "${first.to}", which is not a first state`);
  const events = new Set(steps.map(({ event }) => event));
  if (events.has("capture") && (events.has("reverse") || events.has("lapse")))
    problems.push("was both captured and reversed");
  problems.push(...judgeSteps(lifecycle, first.to, state, steps));
  return problems;
}

// No state is reached twice, so the steps have only one possible order.
function judgeSteps(
  lifecycle: Lifecycle,
  begin: string,
  state: string | undefined,
  steps: readonly Change[],
): string[] {
  const problems: string[] = [];
  const left = new Set(steps.filter(({ event }) => event !== MADE));
  let at = begin;
  for (;;) {
    const step = [...left].find(({ from }) => from === at);
    if (step === undefined) break;
    left.delete(step);
    if (!isTransitionAllowed(lifecycle, step))
      problems.push(`went from "${at}" to "${step.to}" by "${step.event}"`);
    at = step.to;
  }
  for (const { from, event, to } of left)
    problems.push(
      `went from "${String(from)}" to "${to}" by "${event}", but was not in "${String(from)}" then`,
    );
  const expected = at === REMOVED.state ? undefined : at;
  if (state !== expected)
    problems.push(`is "${state ?? "missing"}", but its history leads to "${at}"`);
  return problems;
}

function isTransitionAllowed(lifecycle: Lifecycle, { from, event, to }: Change): boolean {
  if (event === REMOVED.event) return to === REMOVED.state;
  return from !== undefined && lifecycle.transitions[from]?.[event] === to;
}

// Each page is read in one transaction, so records and histories match. It is short, because others wait for it on SQLite.
const PAGE_SIZE = 500;

interface Page extends AuditReport {
  /** The last id of the page; undefined: there are no more. */
  readonly last: string | undefined;
}

/** Compares records with their histories, and finds histories whose record is missing. */
function auditPage(store: Store, entity: Entity, after: string): Promise<Page> {
  return store.atomically(async ({ history }) => {
    const ids = await history.idsAfter(entity, after, PAGE_SIZE);
    const states = await history.statesOf(entity, ids);
    const changes = await history.of(entity, ids);
    const stateOf = new Map(states.map(({ id, status }) => [id, status]));
    const changesOf = Map.groupBy(changes, ({ recordId }) => recordId);
    const findings = ids.flatMap((recordId) =>
      judgeHistory(lifecycles[entity], stateOf.get(recordId), changesOf.get(recordId) ?? []).map(
        (problem) => ({ entity, recordId, problem }),
      ),
    );
    return { records: states.length, changes: changes.length, findings, last: ids.at(-1) };
  });
}

function sumNumbers(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
