import { isObject, valueAt, withoutValue, withValue } from "@contract-toolkit/kernel";
import {
  instanceOf,
  sampledFieldsOf,
  same,
  split,
  type SampledBody,
  type SampledField,
} from "./sampled-fields.ts";

/** A change of a body at one place. */
export interface BodyFault {
  readonly operator: string;
  /** Where, as a general pointer. */
  readonly place: string;
  /** The changed body; undefined where there is nothing to change. */
  readonly apply: (body: unknown) => unknown;
}

/** Every fault of bodies like these. */
export function bodyFaults(samples: readonly SampledBody[]): BodyFault[] {
  const places = sampledFieldsOf(samples);
  return places.flatMap((place) => [
    fault("field dropped", place, (_, body, at) => (at === "" ? noBody : withoutValue(body, at))),
    ...replacements
      .filter(({ has }) => place.values.some((value) => has(value, place)))
      .map(({ operator, has, by }) =>
        fault(operator, place, (value, body, at) =>
          has(value, place) ? replaced(body, at, by(value, place)) : undefined,
        ),
      ),
    ...swapFaults(place, places, samples),
  ]);
}

/** Stands for a body that is no longer there. */
export const noBody = Symbol("no body");

/** A value that is replaced by another one. */
interface Replacement {
  readonly operator: string;
  /** Whether a value can be replaced. */
  readonly has: (value: unknown, place: SampledField) => boolean;
  readonly by: (value: unknown, place: SampledField) => unknown;
}

const replacements: readonly Replacement[] = [
  { operator: "field null", has: () => true, by: () => null },
  { operator: "field retyped", has: () => true, by: retyped },
  of(
    "number off by one",
    (value) => typeof value === "number",
    (value) => value + 1,
  ),
  of(
    "boolean inverted",
    (value) => typeof value === "boolean",
    (value) => !value,
  ),
  of("text changed", (value) => typeof value === "string", changedText),
  {
    operator: "another documented value",
    has: (_, { values }) => values.filter(isScalar).length > 1,
    by: (value, { values }) => values.filter(isScalar).find((each) => !same(each, value)),
  },
  {
    operator: "list with an extra element",
    has: (value, { values }) => Array.isArray(value) && values.some(isList),
    by: (value, { values }) => {
      const last = [values.find(isList)?.[0], ...(isList(value) ? value : [])].at(-1);
      return [...(isList(value) ? value : []), last];
    },
  },
  of("list with a missing element", isList, (items) => items.slice(0, -1)),
  of(
    "list reversed",
    (value): value is unknown[] => isList(value) && value.length > 1,
    (items) => items.toReversed(),
  ),
  of("undocumented field", isObject, (fields) => ({ ...fields, undocumentedField: "x" })),
];

function of<Value>(
  operator: string,
  has: (value: unknown) => value is Value,
  by: (value: Value) => unknown,
): Replacement {
  return { operator, has, by: (value) => (has(value) ? by(value) : value) };
}

/** Each field changes places with the next one of its type that a sample has beside it, with another value. */
function swapFaults(
  place: SampledField,
  places: readonly SampledField[],
  samples: readonly SampledBody[],
): BodyFault[] {
  const [parent] = split(place.pointer);
  if (place.pointer === "" || place.pointer.endsWith("[]")) return [];
  const at = places.indexOf(place);
  const neighbour = [...places.slice(at + 1), ...places.slice(0, at)].find(
    (each) =>
      each.pointer !== "" &&
      split(each.pointer)[0] === parent &&
      samples.some(({ body }) => differ(body, place, each)),
  );
  if (!neighbour) return [];
  const [, other] = split(neighbour.pointer);
  return [
    fault("field swapped", place, (value, body, here) => {
      const beside = `${split(here)[0]}/${other}`;
      const swapped = valueAt(body, beside);
      return swapped === undefined
        ? undefined
        : withValue(withValue(body, here, swapped), beside, value);
    }),
  ];
}

/** Whether a body has two scalars of one type, but not of one value, at two places of the same object. */
function differ(body: unknown, one: SampledField, other: SampledField): boolean {
  const at = instanceOf(one.pointer, body);
  if (at === undefined) return false;
  const value = valueAt(body, at);
  const beside = valueAt(body, `${split(at)[0]}/${split(other.pointer)[1]}`);
  return isScalar(value) && typeof value === typeof beside && value !== beside;
}

function fault(
  operator: string,
  { pointer: place }: SampledField,
  change: (value: unknown, body: unknown, at: string) => unknown,
): BodyFault {
  return {
    operator,
    place,
    apply: (body) => {
      const at = instanceOf(place, body);
      if (at === undefined) return undefined;
      const changed = change(valueAt(body, at), body, at);
      return changed !== noBody && same(changed, body) ? undefined : changed;
    },
  };
}

function replaced(body: unknown, at: string, value: unknown): unknown {
  return at === "" ? value : withValue(body, at, value);
}

function retyped(value: unknown): unknown {
  if (typeof value === "string") return 7;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? {} : [];
}

/** The last letter or digit becomes another one, so that most formats are kept. */
function changedText(text: string): string {
  const at = text.search(/[A-Za-z0-9][^A-Za-z0-9]*$/);
  const found = text[at];
  if (found === undefined) return `${text}x`;
  const other = /\d/.test(found)
    ? String((Number(found) + 1) % 10)
    : String.fromCharCode(found.charCodeAt(0) + (/[Aa]/.test(found) ? 1 : -1));
  return text.slice(0, at) + other + text.slice(at + 1);
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== "object";
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > 0;
}
