import { isObject, valueAt, withoutValue, withValue } from "@contract-toolkit/kernel";
import {
  instanceOf,
  sampledFieldsOf,
  same,
  split,
  type SampledField,
  type SampledBody,
} from "./sampled-fields.ts";

/** A change of a body at one place. */
export interface BodyFault {
  readonly operator: string;
  /** Where, as a general pointer. */
  readonly place: string;
  readonly description: string;
  /** The changed body; undefined where there is nothing to change. */
  readonly apply: (body: unknown) => unknown;
}

/** Every fault of bodies like these. */
export function bodyFaults(samples: readonly SampledBody[]): BodyFault[] {
  const places = sampledFieldsOf(samples);
  return places.flatMap((place) => [
    ...anyFaults(place),
    ...valueFaults(place),
    ...swapFaults(place, places, samples),
    ...listFaults(place),
    ...objectFaults(place),
  ]);
}

/** Stands for a body that is no longer there. */
export const noBody = Symbol("no body");

function anyFaults({ pointer }: SampledField): BodyFault[] {
  return [
    fault("field dropped", pointer, "is missing", {
      change: (_, body, at) => (at === "" ? noBody : withoutValue(body, at)),
    }),
    fault("field null", pointer, "is null", {
      change: (value, body, at) => (value === null ? undefined : replaced(body, at, null)),
    }),
    fault("field retyped", pointer, "has another type", {
      change: (value, body, at) => replaced(body, at, retyped(value)),
    }),
  ];
}

function valueFaults({ pointer, values }: SampledField): BodyFault[] {
  return [
    ...(values.some((value) => typeof value === "number")
      ? [
          fault("number off by one", pointer, "is one more", {
            change: (value, body, at) =>
              typeof value === "number" ? replaced(body, at, value + 1) : undefined,
          }),
        ]
      : []),
    ...(values.some((value) => typeof value === "boolean")
      ? [
          fault("boolean inverted", pointer, "is the opposite", {
            change: (value, body, at) =>
              typeof value === "boolean" ? replaced(body, at, !value) : undefined,
          }),
        ]
      : []),
    ...(values.some((value) => typeof value === "string")
      ? [
          fault("text changed", pointer, "differs in a character", {
            change: (value, body, at) =>
              typeof value === "string" ? replaced(body, at, changedText(value)) : undefined,
          }),
        ]
      : []),
    ...(values.filter(isScalar).length > 1
      ? [
          fault("another documented value", pointer, "has the value of another sample", {
            change: (value, body, at) => {
              const others = values.filter(isScalar).filter((each) => !same(each, value));
              return others.length > 0 ? replaced(body, at, others[0]) : undefined;
            },
          }),
        ]
      : []),
  ];
}

/** Each field changes places with the next one of its type that a sample has beside it, with another value. */
function swapFaults(
  place: SampledField,
  places: readonly SampledField[],
  samples: readonly SampledBody[],
): BodyFault[] {
  const parent = split(place.pointer)[0];
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
    fault("field swapped", place.pointer, `has changed places with ${other}`, {
      change: (value, body, at) => {
        const beside = `${split(at)[0]}/${other}`;
        const swapped = valueAt(body, beside);
        return swapped === undefined
          ? undefined
          : withValue(withValue(body, at, swapped), beside, value);
      },
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

function listFaults({ pointer, values }: SampledField): BodyFault[] {
  const sampled = values.find((value) => Array.isArray(value) && value.length > 0);
  if (!Array.isArray(sampled)) return [];
  const item: unknown = sampled[0];
  return [
    fault("list with an extra element", pointer, "has one element more", {
      change: (value, body, at) =>
        Array.isArray(value)
          ? replaced(body, at, [...(value as unknown[]), value.at(-1) ?? item])
          : undefined,
    }),
    fault("list with a missing element", pointer, "lacks its last element", {
      change: (value, body, at) =>
        Array.isArray(value) && value.length > 0
          ? replaced(body, at, value.slice(0, -1))
          : undefined,
    }),
    ...(values.some((value) => Array.isArray(value) && value.length > 1)
      ? [
          fault("list reversed", pointer, "is back to front", {
            change: (value, body, at) =>
              Array.isArray(value) ? replaced(body, at, value.toReversed()) : undefined,
          }),
        ]
      : []),
  ];
}

function objectFaults({ pointer, values }: SampledField): BodyFault[] {
  return values.some(isObject)
    ? [
        fault("undocumented field", pointer, "has a field that nobody knows", {
          change: (value, body, at) =>
            isObject(value) ? replaced(body, at, { ...value, undocumentedField: "x" }) : undefined,
        }),
      ]
    : [];
}

interface Change {
  readonly change: (value: unknown, body: unknown, at: string) => unknown;
}

function fault(operator: string, place: string, effect: string, { change }: Change): BodyFault {
  return {
    operator,
    place,
    description: `${place === "" ? "the body" : place} ${effect}`,
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
    : /[Aa]/.test(found)
      ? String.fromCharCode(found.charCodeAt(0) + 1)
      : String.fromCharCode(found.charCodeAt(0) - 1);
  return text.slice(0, at) + other + text.slice(at + 1);
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== "object";
}
