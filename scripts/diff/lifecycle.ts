import type { Lifecycle } from "./contract-form.ts";
import type { Found } from "./change.ts";
import { makeChange } from "./kinds.ts";

/** How long before a sunset something must be deprecated. */
export interface LifecyclePolicy {
  readonly today: Date;
  /** Least number of days from today to a sunset; 0: deprecation needs no sunset. */
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

function deprecation(old: Lifecycle, now: Lifecycle, { noticeDays }: LifecyclePolicy): Found[] {
  if (old.isDeprecated === now.isDeprecated) return [];
  if (!now.isDeprecated) return [makeChange("reactivated")];
  if (now.sunset === undefined && noticeDays > 0) return [makeChange("sunset-missing")];
  return [makeChange("deprecated", now.sunset === undefined ? "" : ` until ${now.sunset}`)];
}

function sunset(old: Lifecycle, now: Lifecycle, policy: LifecyclePolicy): Found[] {
  if (old.sunset === now.sunset) return [];
  if (now.sunset === undefined) {
    const severity = now.isDeprecated ? "error" : "info";
    const mild = { toService: severity, toUser: severity } as const;
    return [{ ...makeChange("sunset-removed", old.sunset), mild }];
  }
  const date = dateOf(now.sunset);
  if (date === undefined) return [makeChange("sunset-invalid", now.sunset)];
  const least = new Date(policy.today.getTime() + policy.noticeDays * millisecondsOfDay);
  if (date < least)
    return [makeChange("sunset-too-early", now.sunset, least.toISOString().slice(0, 10))];
  const before = old.sunset === undefined ? undefined : dateOf(old.sunset);
  if (before === undefined) return [makeChange("sunset-added", now.sunset)];
  return [makeChange(date < before ? "sunset-earlier" : "sunset-later", old.sunset, now.sunset)];
}

const millisecondsOfDay = 24 * 60 * 60 * 1000;

/** From the least to the most stable. */
const levels = ["draft", "alpha", "beta", "stable"];

function stability(of: string, before = "stable", after = "stable"): Found[] {
  if (before === after) return [];
  if (!levels.includes(after)) return [makeChange("stability-invalid", after, levels.join(", "))];
  const isLess = levels.indexOf(after) < levels.indexOf(before);
  return [makeChange(isLess ? "stability-decreased" : "stability-increased", of, before, after)];
}

/** Reads a date, or a date and time, of RFC 3339. */
export function dateOf(text: string): Date | undefined {
  const isDate = /^\d{4}-\d\d-\d\d([Tt ].*)?$/.test(text);
  const date = new Date(text);
  return isDate && !Number.isNaN(date.getTime()) ? date : undefined;
}
