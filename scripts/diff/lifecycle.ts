import type { Lifecycle } from "./contract-form.ts";
import type { Severity } from "./change.ts";
import type { Direction, Found } from "./schemas/schema-change.ts";

/** How long before its end something has to be deprecated. */
export interface LifecyclePolicy {
  readonly today: Date;
  /** Days from today to a sunset that is announced; 0 asks for no sunset. */
  readonly noticeDays: number;
}

/** Deprecation, sunset and stability of an operation, a parameter or a field. */
export function lifecycleChanges(
  of: "operation" | "schema",
  old: Lifecycle,
  now: Lifecycle,
  policy: LifecyclePolicy,
): Found[] {
  return [
    ...deprecation(old, now, policy),
    ...sunset(old, now, policy),
    ...stability(of, old.stability, now.stability),
  ];
}

function note(rule: string, severity: Severity, message: string): Found {
  const mild: Record<Direction, Severity> = { toService: severity, toUser: severity };
  return { rule, effect: "equal", message, mild };
}

function deprecation(old: Lifecycle, now: Lifecycle, { noticeDays }: LifecyclePolicy): Found[] {
  if (old.isDeprecated === now.isDeprecated) return [];
  if (!now.isDeprecated) return [note("reactivated", "info", "it is no longer deprecated")];
  if (now.sunset === undefined && noticeDays > 0)
    return [note("sunset-missing", "error", "it is deprecated without a sunset")];
  const until = now.sunset === undefined ? "" : ` until ${now.sunset}`;
  return [note("deprecated", "info", `it is deprecated${until}`)];
}

function sunset(old: Lifecycle, now: Lifecycle, policy: LifecyclePolicy): Found[] {
  if (old.sunset === now.sunset) return [];
  if (now.sunset === undefined)
    return [
      note(
        "sunset-removed",
        now.isDeprecated ? "error" : "info",
        `the sunset ${String(old.sunset)} was removed`,
      ),
    ];
  const date = dateOf(now.sunset);
  if (date === undefined)
    return [note("sunset-invalid", "error", `the sunset ${now.sunset} is not a date of RFC 3339`)];
  const least = new Date(policy.today.getTime() + policy.noticeDays * millisecondsOfDay);
  if (date < least) {
    const message = `the sunset ${now.sunset} is before ${least.toISOString().slice(0, 10)}, the earliest allowed date`;
    return [note("sunset-too-early", "error", message)];
  }
  const before = old.sunset === undefined ? undefined : dateOf(old.sunset);
  if (before === undefined) return [note("sunset-added", "info", `it ends on ${now.sunset}`)];
  const isEarlier = date < before;
  return [
    note(
      isEarlier ? "sunset-earlier" : "sunset-later",
      isEarlier ? "error" : "info",
      `the sunset moved from ${String(old.sunset)} to ${now.sunset}`,
    ),
  ];
}

const millisecondsOfDay = 24 * 60 * 60 * 1000;

/** From what may change at any time to what is relied on. */
const levels = ["draft", "alpha", "beta", "stable"];

function stability(of: string, before = "stable", after = "stable"): Found[] {
  if (before === after) return [];
  if (!levels.includes(after))
    return [
      note(
        "stability-invalid",
        "error",
        `"${after}" is not a level of stability; the levels are ${levels.join(", ")}`,
      ),
    ];
  const isLess = levels.indexOf(after) < levels.indexOf(before);
  const message = `the stability of the ${of} changed from ${before} to ${after}`;
  return [
    note(
      isLess ? "stability-decreased" : "stability-increased",
      isLess ? "error" : "info",
      message,
    ),
  ];
}

/** A date, or a date and time, of RFC 3339. */
export function dateOf(text: string): Date | undefined {
  const isDate = /^\d{4}-\d\d-\d\d([Tt ].*)?$/.test(text);
  const date = new Date(text);
  return isDate && !Number.isNaN(date.getTime()) ? date : undefined;
}
