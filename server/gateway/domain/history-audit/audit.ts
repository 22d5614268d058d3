import type { Change } from "../states/lifecycles.ts";
import { LATE, MADE, REMOVED } from "../states/changes.ts";
import type { Gateway } from "../dependencies.ts";
import { entities, type Entity, type Lifecycle, lifecycles } from "../states/lifecycles.ts";
import type { Store } from "../store.ts";

/** Something that cannot have come about by the rules. */
export interface AuditFinding {
  readonly entity: Entity;
  readonly recordId: string;
  readonly problem: string;
}

/** What an audit looked at, and found. */
export interface AuditReport {
  readonly records: number;
  readonly changes: number;
  readonly findings: readonly AuditFinding[];
}

/**
 * Proves from the history alone that every record is in the state that its history leads to, that every step is one of
 * the transition tables, and that no authorization was both captured and reversed; then that what belongs together is
 * there together. Can be done while the gateway works.
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
    records: sum(pages.map(({ records }) => records)),
    changes: sum(pages.map(({ changes }) => changes)),
    findings: [...pages.flatMap(({ findings }) => findings), ...(await auditTogether(store))],
  };
}

/**
 * What is wrong with one record's history.
 *
 * @param state the record's own; undefined: there is no such record
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
    problems.push(`begins as "${first.to}", where nothing begins`);
  const events = new Set(steps.map(({ event }) => event));
  if (events.has("capture") && (events.has("reverse") || events.has("lapse")))
    problems.push("was both captured and reversed");
  problems.push(...judgeSteps(lifecycle, first.to, state, steps));
  return problems;
}

// States never repeat, so the steps have one order only, whenever they were written.
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
    if (!isAllowed(lifecycle, step))
      problems.push(`went from "${at}" to "${step.to}" by "${step.event}"`);
    at = step.to;
  }
  for (const { from, event, to } of left)
    problems.push(
      `went from "${String(from)}" to "${to}" by "${event}", where it never was or had left before`,
    );
  const expected = at === REMOVED.state ? undefined : at;
  if (state !== expected)
    problems.push(`is "${state ?? "not there"}", where its history leads to "${at}"`);
  return problems;
}

function isAllowed(lifecycle: Lifecycle, { from, event, to }: Change): boolean {
  if (event === REMOVED.event) return to === REMOVED.state;
  return from !== undefined && lifecycle.transitions[from]?.[event] === to;
}

// A page is read as a whole, so that nothing changes between a record and its history; short, so that nobody waits long for it.
const PAGE_SIZE = 500;

interface Page extends AuditReport {
  /** Undefined: there are no more. */
  readonly last: string | undefined;
}

/** Holds records against their histories, and finds histories whose record is gone. */
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

/** What has to be there together, as it is written together: who breaks it, and how. */
const together = [
  ["authorization", "reversedInNameOnly", "has a successful reversal and is not reversed"],
  ["reversal", "reversedWithout", "has not failed, and does not have its authorization to itself"],
  ["authorization", "reservedForNothing", "is kept for a reversal that has failed or is not there"],
  [
    "transaction",
    "missingNotifications",
    "is final, and no event for its merchant is in the outbox",
  ],
] as const;

async function auditTogether(store: Store): Promise<AuditFinding[]> {
  return store.atomically(async ({ history }) => {
    const findings: AuditFinding[] = [];
    for (const [entity, broken, problem] of together)
      for (const recordId of await history[broken]()) findings.push({ entity, recordId, problem });
    return findings;
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
