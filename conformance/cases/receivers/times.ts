import type { Case } from "../case.ts";
import { callbackCase, type CallbackCase } from "./callback-case.ts";

const HALF_AN_HOUR_S = 1800;
const DAY_S = 86_400;

/** Messages that are signed at other times than now, or with an invalid time. */
export function timeCases(base: Case, header: string): CallbackCase[] {
  const signed = (name: string, expected: "acknowledged" | "refused", afterSeconds: number) =>
    callbackCase(base, `time/${name}`, `signed ${name}`, expected, { afterSeconds });
  const saying = (name: string, value: string) =>
    callbackCase(base, `time/${name}`, `${header} is ${name}`, "refused", {
      headers: { [header]: value },
    });
  return [
    signed("half an hour ago", "refused", -HALF_AN_HOUR_S),
    signed("half an hour ahead", "refused", HALF_AN_HOUR_S),
    signed("a day ago", "refused", -DAY_S),
    signed("a day ahead", "refused", DAY_S),
    signed("three days ago", "refused", -3 * DAY_S),
    // Clocks differ, and sending takes time.
    signed("20 seconds ago", "acknowledged", -20),
    signed("20 seconds ahead", "acknowledged", 20),
    saying("in milliseconds", "{seconds}000"),
    saying("a date", "2026-01-01T00:00:00Z"),
    saying("a word", "now"),
    saying("empty", ""),
    saying("before 1970", "-{seconds}"),
    saying("NaN", "NaN"),
    saying("endless", "Infinity"),
  ];
}

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:\d\d)$/;

/** The time in a text (RFC 3339), in milliseconds since 1970; undefined if it is no time. */
export function timeOf(value: unknown): number | undefined {
  return typeof value === "string" && TIME.test(value) ? Date.parse(value) : undefined;
}

/** A later time with the same offset. Other values are returned unchanged. */
export function movedTime(value: unknown, byMs: number): unknown {
  const [, offset] = (typeof value === "string" && TIME.exec(value)) || [];
  if (offset === undefined) return value;
  const [hours = 0, minutes = 0] = offset === "Z" ? [] : offset.split(":").map(Number);
  const offsetMs = (hours * 60 + Math.sign(hours) * minutes) * 60_000;
  const local = new Date(Date.parse(String(value)) + byMs + offsetMs);
  return local.toISOString().replace("Z", offset);
}
