import { compareJson } from "../json/compare.ts";
import { describeDifference, show, type Finding } from "../verdict.ts";
import type { Expectations, JoinStep } from "./scenario.ts";
import { fill, valuesAt, type Known } from "./values.ts";

/** What of a message is not as expected. */
export function unmet(expected: Expectations, message: unknown, known: Known): Finding[] {
  const at = (pointer: string): unknown => valuesAt(message, pointer);
  return [
    ...Object.entries(expected.equal).flatMap(([pointer, value]) =>
      compareJson(fill(value, known), at(pointer), new Set(), pointer).map((difference) =>
        describeDifference("", difference),
      ),
    ),
    ...Object.entries(expected.unequal)
      .filter(([pointer, value]) => same(fill(value, known), at(pointer)))
      .map(([pointer]) => finding(pointer, `anything but ${show(at(pointer))}`, at(pointer))),
    ...Object.entries(expected.matches)
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
    ...Object.entries(expected.length)
      .filter(([pointer, length]) => lengthOf(at(pointer)) !== length)
      .map(([pointer, length]) => finding(pointer, `${length} items`, at(pointer))),
    ...expected.descending
      .filter((pointer) => !isDescending(at(pointer)))
      .map((pointer) => finding(pointer, "descending values", at(pointer))),
  ];
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

function finding(pointer: string, expected: string, found: unknown): Finding {
  return { message: `${pointer}: expected ${expected}, found ${show(found)}` };
}
