import { isObject } from "@contract-toolkit/contract";
import { compareJson } from "../../json-comparison/compare.ts";
import { describeDifference, show, type Finding } from "../../verdict.ts";
import { fill, valuesAtPattern, type Known } from "../values.ts";
import { checkPointer, readPointer, type YamlValue } from "../read/yaml.ts";

interface Kind {
  /** Absent for a list of pointers. */
  readonly read?: (node: YamlValue) => unknown;
  readonly unmet: (found: unknown, expected: unknown, pointer: string) => Finding[];
}

const json = (node: YamlValue) => node.json();

const kinds = {
  equal: {
    read: json,
    unmet: (found, expected, pointer) =>
      compareJson(expected, found, new Set(), pointer).map((difference) =>
        describeDifference("", difference),
      ),
  },
  unequal: kind(
    (found, not) => !isSameJson(found, not),
    (_, found) => `anything but ${show(found)}`,
    json,
  ),
  /** A regular expression that a text must match. */
  matches: kind(isLike, (expression) => `a text like ${String(expression)}`, readExpression),
  present: kind(
    (found) => found !== undefined,
    () => "a value",
  ),
  absent: kind(
    (found) => found === undefined,
    () => "nothing",
  ),
  length: kind(
    (list, length) => Array.isArray(list) && list.length === length,
    (length) => `${String(length)} items`,
    (node) => node.number(),
  ),
  /** Numbers or texts, each at least as great as the next. */
  descending: kind(isDescending, () => "descending values"),
  contains: kind(contains, (part) => `${show(part)} in it`, json),
  among: kind(areAmong, (values) => `nothing but ${show(values)}`, json),
  /** A URL in a list. It may have more query parameters, and a fragment if none is expected. */
  leadsTo: kind(leadsTo, (url) => `one that leads to ${String(url)}`, json),
  /** A time in any format: some seconds after another time, within a tolerance. */
  moment: kind(isAt, momentText, readMoment),
} as const satisfies Readonly<Record<string, Kind>>;

function kind(
  isMet: (found: unknown, expected: unknown) => boolean,
  words: (expected: unknown, found: unknown) => string,
  read?: Kind["read"],
): Kind {
  const unmet: Kind["unmet"] = (found, expected, pointer) =>
    isMet(found, expected)
      ? []
      : [
          {
            message: `${pointer}: expected ${words(expected, found)}, found ${show(found)}`,
            about: { pointer, isPresence: found === undefined },
          },
        ];
  return { unmet, ...(read && { read }) };
}

type KindName = keyof typeof kinds;
const names = Object.keys(kinds) as KindName[];

/** The keys of a step that hold expectations. */
export const expectationKeys = [...names, "ifPresent"] as const;

/**
 * Expected values by kind and JSON pointer into the message, with `[]` for every item of a list. Expectations at the places of
 * `ifPresent` hold only if those are there.
 */
export interface Expectations extends Readonly<
  Record<KindName, Readonly<Record<string, unknown>>>
> {
  readonly ifPresent: readonly string[];
}

export function readExpectations(
  fields: Partial<Record<keyof Expectations, YamlValue>>,
): Expectations {
  const pointers = (node?: YamlValue) => node?.items().map(readPointer) ?? [];
  const read = names.map((name) => {
    const { read: readValue }: Kind = kinds[name];
    const entries = readValue
      ? fields[name]?.entries().map(([pointer, value]) => {
          return [checkPointer(pointer, value), readValue(value)] as const;
        })
      : pointers(fields[name]).map((pointer) => [pointer, true] as const);
    return [name, Object.fromEntries<unknown>(entries ?? [])] as const;
  });
  return {
    ...(Object.fromEntries(read) as Record<KindName, Record<string, unknown>>),
    ifPresent: pointers(fields.ifPresent),
  };
}

export function unmetExpectations(
  expected: Expectations,
  message: unknown,
  known: Known,
): Finding[] {
  return names.flatMap((name) =>
    Object.entries(expected[name])
      .filter(([pointer]) => !isOptionalAndMissing(expected, pointer, message))
      .flatMap(([pointer, value]) => {
        const filled = value instanceof RegExp ? value : fill(value, known);
        return kinds[name].unmet(valuesAtPattern(message, pointer), filled, pointer);
      }),
  );
}

export function isOptionalAndMissing(
  { ifPresent }: Pick<Expectations, "ifPresent">,
  pointer: string,
  message: unknown,
): boolean {
  return ifPresent.some(
    (place) =>
      (pointer === place || pointer.startsWith(`${place}/`)) &&
      valuesAtPattern(message, place) === undefined,
  );
}

/** Reports members that the joined lists lack, have more than once, or should not have. */
export function joinFindings(
  step: { readonly lists: readonly unknown[]; readonly members: readonly unknown[] },
  known: Known,
): Finding[] {
  const found = step.lists.flatMap((list) => fill(list, known));
  const members = step.members.map((member) => fill(member, known));
  return [
    ...members
      .filter((member) => !found.some((value) => isSameJson(value, member)))
      .map((member) => ({ message: `${show(member)} is missing` })),
    ...found
      .filter((value, index) => found.slice(0, index).some((earlier) => isSameJson(earlier, value)))
      .map((value) => ({ message: `${show(value)} is there more than once` })),
    ...found
      .filter((value) => !members.some((member) => isSameJson(value, member)))
      .map((value) => ({ message: `${show(value)} does not belong there` })),
  ];
}

function isSameJson(a: unknown, b: unknown): boolean {
  return compareJson(a, b).length === 0;
}

function isLike(value: unknown, expression: unknown): boolean {
  return typeof value === "string" && expression instanceof RegExp && expression.test(value);
}

function isDescending(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((member: unknown, index) => index === 0 || notLess(value[index - 1], member))
  );
}

function notLess(a: unknown, b: unknown): boolean {
  if (typeof a === "number" && typeof b === "number") return a >= b;
  return typeof a === "string" && typeof b === "string" && a >= b;
}

function contains(whole: unknown, part: unknown): boolean {
  if (Array.isArray(whole)) return whole.some((value) => isSameJson(value, part));
  return typeof whole === "string" && typeof part === "string" && whole.includes(part);
}

function areAmong(list: unknown, values: unknown): boolean {
  return (
    Array.isArray(list) &&
    Array.isArray(values) &&
    list.every((member) => values.some((value) => isSameJson(value, member)))
  );
}

function leadsTo(list: unknown, wanted: unknown): boolean {
  const to = URL.parse(String(wanted));
  return (
    Array.isArray(list) &&
    list.some((member) => {
      const url = URL.parse(String(member));
      return (
        url !== null &&
        to !== null &&
        url.protocol === to.protocol &&
        url.host === to.host &&
        url.pathname === to.pathname &&
        (to.hash === "" || url.hash === to.hash) &&
        [...to.searchParams].every(([name, value]) => url.searchParams.getAll(name).includes(value))
      );
    })
  );
}

/** A time in RFC 3339 or Unix seconds, as milliseconds since 1970. */
function instantOf(value: unknown): number {
  return typeof value === "number" ? value * 1000 : Date.parse(String(value));
}

/** A time may be written in whole seconds. */
const PRECISION_MS = 1000;

function readMoment(node: YamlValue) {
  const { from, seconds, within } = node.fields(["from"], ["seconds", "within"]);
  return { from: from?.json(), seconds: seconds?.number() ?? 0, within: within?.number() ?? 0 };
}

function momentOf(moment: unknown): { readonly at: number; readonly within: number } {
  const { from, seconds, within } = isObject(moment) ? moment : {};
  return { at: instantOf(from) + Number(seconds) * 1000, within: Number(within) };
}

function isAt(time: unknown, moment: unknown): boolean {
  const { at, within } = momentOf(moment);
  return Math.abs(instantOf(time) - at) < PRECISION_MS + within * 1000;
}

function momentText(moment: unknown): string {
  const { at, within } = momentOf(moment);
  const about = within === 0 ? "" : `, give or take ${within} s`;
  return `${new Date(at).toISOString()}${about}`;
}

function readExpression(node: YamlValue): RegExp {
  try {
    return new RegExp(node.text(), "u");
  } catch (error) {
    return node.fail(String(error));
  }
}
