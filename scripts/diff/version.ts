import type { Change } from "./change.ts";

/** What of a version has to be higher than before. */
export type Step = "major" | "minor" | "patch" | "none";

/**
 * What changes ask of `info.version` (Semantic Versioning 2.0.0): a break the next major version, something new the next
 * minor one, anything else a patch. Before 1.0.0 each is one place further right.
 *
 * @param version of the old contract
 */
export function stepFor(changes: readonly Change[], version: string): Step {
  const asked = changes.some(({ severity }) => severity === "error")
    ? "major"
    : changes.some(isAddition)
      ? "minor"
      : changes.length > 0
        ? "patch"
        : "none";
  if (numbersOf(version)?.[0] !== 0) return asked;
  return asked === "major" ? "minor" : asked === "minor" ? "patch" : asked;
}

function isAddition({ id }: Change): boolean {
  return /-added$/.test(id);
}

/** What of the version is higher; undefined where one is no version. */
export function stepBetween(old: string, now: string): Step | undefined {
  const [before, after] = [numbersOf(old), numbersOf(now)];
  if (!before || !after) return undefined;
  const index = after.findIndex((number, place) => number !== before[place]);
  if (index < 0) return "none";
  if (Number(after[index]) < Number(before[index])) return "none";
  return (["major", "minor", "patch"] as const)[index];
}

/** Whether one step is at least as much as another. */
export function isEnough(step: Step, asked: Step): boolean {
  const steps: readonly Step[] = ["none", "patch", "minor", "major"];
  return steps.indexOf(step) >= steps.indexOf(asked);
}

/** The change that says that a version is too low for what changed; a patch is nobody's business but the author's. */
export function versionChange(
  changes: readonly Change[],
  old: string,
  now: string,
): Change | undefined {
  const asked = stepFor(changes, old);
  if (asked === "none" || asked === "patch") return undefined;
  const step = stepBetween(old, now);
  if (step !== undefined && isEnough(step, asked)) return undefined;
  const message =
    step === undefined
      ? `the version ${now || "(none)"} after ${old || "(none)"} does not announce the changes: it is not a semantic version`
      : `the version ${now} after ${old} is too low for the changes: the next ${asked} version is ${nextVersion(old, asked)}`;
  return {
    id: "version-too-low",
    severity: "error",
    operation: "",
    pointer: "/info/version",
    message,
    source: {},
  };
}

function nextVersion(old: string, step: Step): string {
  const [major = 0, minor = 0, patch = 0] = numbersOf(old) ?? [];
  if (step === "major") return `${major + 1}.0.0`;
  return step === "minor" ? `${major}.${minor + 1}.0` : `${major}.${minor}.${patch + 1}`;
}

function numbersOf(version: string): number[] | undefined {
  const [core = ""] = version.replace(/^v/, "").split(/[-+]/);
  return /^\d+\.\d+(\.\d+)?$/.test(core)
    ? [...core.split("."), "0"].slice(0, 3).map(Number)
    : undefined;
}
