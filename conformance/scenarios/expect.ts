import { compareJson } from "../json/compare.ts";
import { describeDifference, show, type Finding } from "../verdict.ts";
import type { Expectations, JoinStep, Moment } from "./scenario.ts";
import { fill, valuesAt, type Known } from "./values.ts";

/** What of a message is not as expected. */
export function unmet(expected: Expectations, message: unknown, known: Known): Finding[] {
  const at = (pointer: string): unknown => valuesAt(message, pointer);
  const judged = <Value>(byPointer: Readonly<Record<string, Value>>) =>
    Object.entries(byPointer).filter(([pointer]) => !isLeftOut(expected, pointer, message));
  return [
    ...judged(expected.equal).flatMap(([pointer, value]) =>
      compareJson(fill(value, known), at(pointer), new Set(), pointer).map((difference) =>
        describeDifference("", difference),
      ),
    ),
    ...judged(expected.unequal)
      .filter(([pointer, value]) => same(fill(value, known), at(pointer)))
      .map(([pointer]) => finding(pointer, `anything but ${show(at(pointer))}`, at(pointer))),
    ...judged(expected.matches)
      .filter(([pointer, expression]) => !isLike(expression, at(pointer)))
      .map(([pointer, expression]) =>
        finding(pointer, `a text like ${String(expression)}`, at(pointer)),
      ),
    ...expected.present
      .filter((pointer) => at(pointer) === undefined)
      .map((pointer) => finding(pointer, "a value", undefined)),
    ...expected.absent
      .filter((pointer) => at(pointer) !== undefined)
      .map((pointer) => finding(pointer, "nothing", at(pointer))),
    ...judged(expected.length)
      .filter(([pointer, length]) => lengthOf(at(pointer)) !== length)
      .map(([pointer, length]) => finding(pointer, `${length} items`, at(pointer))),
    ...expected.descending
      .filter((pointer) => !isDescending(at(pointer)))
      .map((pointer) => finding(pointer, "descending values", at(pointer))),
    ...judged(expected.contains)
      .map(([pointer, value]) => [pointer, fill(value, known)] as const)
      .filter(([pointer, value]) => !contains(at(pointer), value))
      .map(([pointer, value]) => finding(pointer, `${show(value)} in it`, at(pointer))),
    ...judged(expected.among)
      .map(([pointer, values]) => [pointer, fill(values, known)] as const)
      .filter(([pointer, values]) => !areAmong(at(pointer), values))
      .map(([pointer, values]) => finding(pointer, `nothing but ${show(values)}`, at(pointer))),
    ...judged(expected.leadsTo)
      .map(([pointer, url]) => [pointer, String(fill(url, known))] as const)
      .filter(([pointer, url]) => !leadsTo(at(pointer), url))
      .map(([pointer, url]) => finding(pointer, `one that leads to ${url}`, at(pointer))),
    ...judged(expected.moment).flatMap(([pointer, moment]) =>
      unlikeMoment(pointer, at(pointer), moment, fill(moment.from, known)),
    ),
  ];
}

/** Whether a message lacks an optional place, or what a pointer leads to inside of it. */
export function isLeftOut(
  { ifPresent }: Pick<Expectations, "ifPresent">,
  pointer: string,
  message: unknown,
): boolean {
  return ifPresent.some(
    (place) =>
      (pointer === place || pointer.startsWith(`${place}/`)) &&
      valuesAt(message, place) === undefined,
  );
}

/** What is missing from joined lists, in them more than once, or too much in them. */
export function unjoined(step: JoinStep, known: Known): Finding[] {
  const found = step.lists.flatMap((list) => fill(list, known));
  const members = step.members.map((member) => fill(member, known));
  return [
    ...members
      .filter((member) => !found.some((each) => same(each, member)))
      .map((member) => ({ message: `${show(member)} is missing` })),
    ...found
      .filter((each, index) => found.slice(0, index).some((earlier) => same(earlier, each)))
      .map((each) => ({ message: `${show(each)} is there more than once` })),
    ...found
      .filter((each) => !members.some((member) => same(each, member)))
      .map((each) => ({ message: `${show(each)} does not belong there` })),
  ];
}

function same(a: unknown, b: unknown): boolean {
  return compareJson(a, b).length === 0;
}

function isLike(expression: RegExp, value: unknown): boolean {
  return typeof value === "string" && expression.test(value);
}

function lengthOf(value: unknown): number | undefined {
  return Array.isArray(value) ? value.length : undefined;
}

function isDescending(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((each: unknown, index) => index === 0 || notLess(value[index - 1], each))
  );
}

function notLess(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return a >= b;
  return typeof a === "string" && typeof b === "string" && a >= b;
}

function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((each) => same(each, part));
  return typeof whole === "string" && typeof part === "string" && whole.includes(part);
}

function areAmong(list: unknown, values: unknown): boolean {
  return (
    Array.isArray(list) &&
    Array.isArray(values) &&
    list.every((each) => values.some((value) => same(value, each)))
  );
}

function leadsTo(list: unknown, wanted: string): boolean {
  const to = URL.parse(wanted);
  return (
    Array.isArray(list) &&
    list.some((each) => {
      const url = URL.parse(String(each));
      return (
        url !== null &&
        to !== null &&
        url.protocol === to.protocol &&
        url.host === to.host &&
        url.pathname === to.pathname &&
        [...to.searchParams].every(([name, value]) => url.searchParams.getAll(name).includes(value))
      );
    })
  );
}

/** A time as milliseconds since 1970: RFC 3339, or Unix seconds. */
function instantOf(value: unknown): number {
  return typeof value === "number" ? value * 1000 : Date.parse(String(value));
}

/** Times may be written in whole seconds. */
const PRECISION_MS = 1000;

function unlikeMoment(
  pointer: string,
  value: unknown,
  { seconds, within }: Moment,
  from: unknown,
): Finding[] {
  const expected = instantOf(from) + seconds * 1000;
  if (Math.abs(instantOf(value) - expected) < PRECISION_MS + within * 1000) return [];
  const about = within === 0 ? "" : `, give or take ${within} s`;
  return [finding(pointer, `${new Date(expected).toISOString()}${about}`, value)];
}

function finding(pointer: string, expected: string, found: unknown): Finding {
  return { message: `${pointer}: expected ${expected}, found ${show(found)}` };
}
