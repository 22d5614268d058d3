import { isObject, valueAt, withoutValue, withValue } from "@contract-toolkit/contract";
import {
  instanceOf,
  sampledFieldsOf,
  same,
  split,
  type SampledBody,
  type SampledField,
} from "./sampled-fields.ts";

/** A change of a body at one place. */
interface BodyMutant {
  readonly operator: string;
  /** A JSON pointer with `[]` for items of lists. */
  readonly place: string;
  /** Returns the changed body, or undefined if there is nothing to change. */
  readonly apply: (body: unknown) => unknown;
}

/** The mutants that change at least one of the sampled bodies. */
export function bodyMutants(samples: readonly SampledBody[]): BodyMutant[] {
  return sampledFieldsOf(samples)
    .flatMap((place) => [
      mutant("field dropped", place, (_, body, at) =>
        at === "" ? noBody : withoutValue(body, at),
      ),
      ...Object.entries(replacements).map(([operator, by]) =>
        mutant(operator, place, (value, body, at) => {
          const replaced = by(value, place);
          return at === "" ? replaced : withValue(body, at, replaced);
        }),
      ),
      mutant("field swapped", place, swapped),
    ])
    .filter(({ apply }) => samples.some(({ body }) => apply(body) !== undefined));
}

/** Stands for a removed body. */
export const noBody = Symbol("no body");

/** Replacements of a value, by operator. A value without a replacement is returned unchanged. */
const replacements: Readonly<Record<string, (value: unknown, place: SampledField) => unknown>> = {
  "field null": () => null,
  "field retyped": retyped,
  "number off by one": (value) => (typeof value === "number" ? value + 1 : value),
  "boolean inverted": (value) => (typeof value === "boolean" ? !value : value),
  "text changed": (value) => (typeof value === "string" ? changedText(value) : value),
  "another documented value": (value, { values }) => {
    const scalars = values.filter(isScalar);
    return scalars.length > 1 ? scalars.find((scalar) => !same(scalar, value)) : value;
  },
  "list with an extra element": (value, { values }) => {
    const extra = isList(value) ? (value.at(-1) ?? values.find(isFilled)?.[0]) : undefined;
    return isList(value) && extra !== undefined ? [...value, extra] : value;
  },
  "list with a missing element": (value) => (isList(value) ? value.slice(0, -1) : value),
  "list reversed": (value) => (isList(value) ? value.toReversed() : value),
  "undocumented field": (value) => (isObject(value) ? { ...value, undocumentedField: "x" } : value),
};

/** Swaps a field with the next sibling of the same type that has another value. */
function swapped(value: unknown, body: unknown, at: string): unknown {
  const [parent, name] = split(at);
  const fields = valueAt(body, parent);
  if (at === "" || !isObject(fields) || !isScalar(value)) return undefined;
  const names = Object.keys(fields);
  const own = names.indexOf(name);
  const otherName = [...names.slice(own + 1), ...names.slice(0, own)].find(
    (name) => typeof fields[name] === typeof value && fields[name] !== value,
  );
  return otherName === undefined
    ? undefined
    : withValue(withValue(body, at, fields[otherName]), `${parent}/${otherName}`, value);
}

function mutant(
  operator: string,
  { pointer: place }: SampledField,
  change: (value: unknown, body: unknown, at: string) => unknown,
): BodyMutant {
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

function retyped(value: unknown): unknown {
  if (typeof value === "string") return 7;
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  return Array.isArray(value) ? {} : [];
}

/** Changes the last letter or digit, which keeps most formats valid. */
export function changedText(text: string): string {
  const at = text.search(/[A-Za-z0-9][^A-Za-z0-9]*$/);
  const found = text[at];
  if (found === undefined) return `${text}x`;
  const otherText = /\d/.test(found)
    ? String((Number(found) + 1) % 10)
    : String.fromCharCode(found.charCodeAt(0) + (/[Aa]/.test(found) ? 1 : -1));
  return text.slice(0, at) + otherText + text.slice(at + 1);
}

function isScalar(value: unknown): boolean {
  return value !== null && typeof value !== "object";
}

function isList(value: unknown): value is unknown[] {
  return Array.isArray(value);
}

function isFilled(value: unknown): value is unknown[] {
  return isList(value) && value.length > 0;
}
