import { withAccepted, type AcceptedBreak, type Break } from "./accepted.ts";
import { CannotCompareError } from "./cannot-compare-error.ts";
import type { Change } from "./change.ts";
import type { ContractForm } from "./contract-form.ts";
import { diff } from "./diff.ts";
import type { LifecyclePolicy } from "./lifecycle.ts";
import type { Input } from "./read/input.ts";
import { versionChange } from "./version.ts";

/** The result of a comparison. */
export interface DiffReport {
  readonly old: string;
  readonly new: string;
  /** Number of errors, without those that are accepted. */
  readonly breaking: number;
  /** Errors first, then warnings. Includes faults of the version and of accepted breaks. */
  readonly changes: readonly Change[];
  /** Errors of contracts that both sides have, also those that are accepted. */
  readonly breaks: readonly Break[];
  /** Method and path of each operation, by its name in the changes. */
  readonly titles: ReadonlyMap<string, string>;
  /** Whether there is no error; with `isGate`, also whether versions and accepted breaks fit the changes. */
  readonly isPassed: boolean;
}

interface ReportOptions extends LifecyclePolicy {
  readonly accepted: readonly AcceptedBreak[];
  /** Whether a version that is too low, and an accepted break that does not occur, are errors. */
  readonly isGate: boolean;
}

/** Whether a change is one of the contract, not a fault of its version or of an accepted break. */
export function isOfContract({ id }: Change): boolean {
  return id !== "version-too-low" && id !== "accepted-break-unused";
}

/**
 * Compares the contracts of two sides: the only one of each, those with the same name, or those with the same title.
 *
 * @throws {CannotCompareError} when it is not clear which contracts belong together
 */
export function reportChanges(old: Input, now: Input, options: ReportOptions): DiffReport {
  const parts = pairs(old, now).map((pair) => reportPair(pair, options));
  const changes = parts.flatMap((part) => part.changes);
  const formal = parts.flatMap((part) => part.formal);
  return {
    old: old.name,
    new: now.name,
    breaking: changes.filter(isErrorChange).length,
    changes: [...changes, ...formal].sort((left, right) => rank(left) - rank(right)),
    breaks: parts.flatMap((part) => part.breaks),
    titles: titlesOf([old, now]),
    isPassed: ![...changes, ...formal].some(isErrorChange),
  };
}

function isErrorChange({ severity }: Change): boolean {
  return severity === "error";
}

function titlesOf(sides: readonly Input[]): ReadonlyMap<string, string> {
  const forms = sides.flatMap(({ contracts }) => [...contracts.values()]);
  const operations = forms.flatMap((form) => [...form.operations.values()]);
  return new Map(operations.map(({ name, title }) => [name, title]));
}

interface Pair {
  readonly name: string;
  readonly old: ContractForm | undefined;
  readonly new: ContractForm | undefined;
}

function pairs({ contracts: old, ...before }: Input, { contracts: now, ...after }: Input): Pair[] {
  const [[name, newForm] = []] = now;
  const [[, oldForm] = []] = old;
  if (old.size === 1 && now.size === 1) return [{ name: name ?? "", old: oldForm, new: newForm }];
  const isNamed = [...old.keys()].some((key) => now.has(key));
  if (isNamed)
    return [...new Set([...old.keys(), ...now.keys()])].map((key) => ({
      name: key,
      old: old.get(key),
      new: now.get(key),
    }));
  // The only contract of one side is compared with the one that has its title.
  const { title } = (old.size === 1 ? oldForm : now.size === 1 ? newForm : undefined) ?? {};
  const [same, alike] = [old, now].map((all) =>
    [...all.values()].find((form) => form.title === title),
  );
  if (title === undefined || !same || !alike)
    throw new CannotCompareError(
      `${before.name} has ${[...old.keys()].join(", ")}, ${after.name} has ${[...now.keys()].join(", ")}; name one of them.`,
    );
  return [{ name: title, old: same, new: alike }];
}

interface Part {
  readonly changes: readonly Change[];
  /** Faults of the version and of accepted breaks. */
  readonly formal: readonly Change[];
  readonly breaks: readonly Break[];
}

function reportPair(
  { name, old, new: now }: Pair,
  { accepted, isGate, ...policy }: ReportOptions,
): Part {
  if (!old || !now)
    return { changes: [wholeContract(name, now !== undefined)], formal: [], breaks: [] };
  // A document does not have what is enforced beyond it, such as the refusal of undocumented fields.
  const formOf = (form: ContractForm, compared: ContractForm) =>
    (compared.asDocument ? undefined : form.asDocument?.(compared.is30)) ?? form;
  const changes = diff(formOf(old, now), formOf(now, old), policy);
  const marked = withAccepted(changes, accepted, now.version);
  const version = versionChange(changes, old, now);
  const formal = [...(version ? [version] : []), ...marked.unused.map(unusedEntry)];
  const ignored = [old, now].flatMap(({ ignored = [] }, side, sides) =>
    ignored.filter((fault) => !sides[1 - side]?.ignored?.includes(fault)).map(ignoredKeyword),
  );
  const breaks = changes.flatMap((change, index) => {
    const isAccepted = marked.changes[index] !== change;
    return isErrorChange(change) ? [{ change, version: now.version, isAccepted }] : [];
  });
  return {
    changes: [...marked.changes, ...ignored],
    breaks,
    formal: isGate ? formal : formal.map((change) => ({ ...change, severity: "warning" as const })),
  };
}

function wholeContract(name: string, isNew: boolean): Change {
  const message = `the contract ${name} was ${isNew ? "added" : "removed"}`;
  const change = { operation: "", pointer: "", message, source: {} };
  if (isNew) return { id: "contract-added", severity: "info", ...change };
  return {
    id: "contract-removed",
    severity: "error",
    ...change,
    counterexample: { contract: name },
  };
}

function ignoredKeyword(fault: string): Change {
  const message = `${fault}; it is ignored`;
  return {
    id: "keyword-ignored",
    severity: "warning",
    operation: "",
    pointer: "",
    message,
    source: {},
  };
}

function unusedEntry({ id, operation, pointer, version }: AcceptedBreak): Change {
  const message = `${id} of ${operation}${pointer} is accepted for ${version}, but there is no such break`;
  return {
    id: "accepted-break-unused",
    severity: "error",
    operation,
    pointer,
    message,
    source: {},
  };
}

function rank({ severity }: Change): number {
  return { error: 0, warning: 1, info: 2 }[severity];
}
