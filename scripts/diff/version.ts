import type { Change } from "./change.ts";
import type { ContractForm } from "./contract-form.ts";

const steps = ["none", "patch", "minor", "major"] as const;

type Step = (typeof steps)[number];

type Versioned = Pick<ContractForm, "version" | "position">;

/**
 * The change that reports an `info.version` that is too low for the other changes (Semantic Versioning 2.0.0). A break needs
 * the next major version, an addition the next minor one. Before 1.0.0 a break needs the next minor version, an addition
 * none. Patch versions are not checked.
 */
export function versionChange(
  changes: readonly Change[],
  { version: old, position: was }: Versioned,
  { version: now, position }: Versioned,
): Change | undefined {
  const [before, after] = [parseVersionNumbers(old), parseVersionNumbers(now)];
  const asked = askedBy(changes, before?.[0] === 0);
  const step = before && after && stepBetween(before, after, old !== now && old.includes("-"));
  if (asked === undefined || (step !== undefined && steps.indexOf(step) >= steps.indexOf(asked)))
    return undefined;
  const [major = 0, minor = 0] = before ?? [];
  const next = asked === "major" ? `${major + 1}.0.0` : `${major}.${minor + 1}.0`;
  const hint =
    now === UNSET ? `; set it with @info(#{ version: "${next}" }) of @typespec/openapi` : "";
  const message =
    step === undefined
      ? `the version ${now || "(none)"} after ${old || "(none)"} does not announce the changes: it is not a semantic version`
      : `the version ${now === old ? `is still ${now}` : `${now} follows ${old}`}, but the changes need a new ${asked} version: ${next}${hint}`;
  return {
    id: "version-too-low",
    severity: "error",
    operation: "",
    pointer: "/info/version",
    message,
    source: {
      ...(was !== undefined && { old: was }),
      ...(position !== undefined && { new: position }),
    },
  };
}

/** The version that is generated for a specification without one. */
const UNSET = "0.0.0";

function askedBy(changes: readonly Change[], isBeforeOne: boolean): Step | undefined {
  if (changes.some(({ severity }) => severity === "error")) return isBeforeOne ? "minor" : "major";
  return !isBeforeOne && changes.some(({ id }) => id.endsWith("-added")) ? "minor" : undefined;
}

/** @param isPrerelease whether the new version follows a prerelease, which has already announced its version (section 9) */
function stepBetween(
  before: readonly number[],
  after: readonly number[],
  isPrerelease: boolean,
): Step {
  const changed = after.findIndex((number, place) => number !== before[place]);
  const index = changed < 0 && isPrerelease ? after.findLastIndex((number) => number > 0) : changed;
  if (index < 0 || Number(after[index]) < Number(before[index])) return "none";
  return (["major", "minor", "patch"] as const)[index] ?? "none";
}

function parseVersionNumbers(version: string): number[] | undefined {
  const [core = ""] = version.replace(/^v/, "").split(/[-+]/);
  return /^\d+\.\d+(\.\d+)?$/.test(core)
    ? [...core.split("."), "0"].slice(0, 3).map(Number)
    : undefined;
}
