import { isContainer, pointerStep, valueAt } from "@contract-toolkit/kernel";

/** A documented body, with the pointers of what is made afresh by whoever sends it. */
export interface SampledBody {
  readonly body: unknown;
  /** JSON pointers from the body's root. */
  readonly made: readonly string[];
}

/** A place of a body, over all samples of it. */
export interface SampledField {
  /** JSON pointer from the body's root, items of lists as `[]`; empty for the body itself. */
  readonly pointer: string;
  /** What samples have there, each value once. */
  readonly values: readonly unknown[];
  /** Whoever sends it makes it, so that only its type and format are fixed. */
  readonly isMade: boolean;
}

/** The places that any of the samples has, outer ones first. */
export function sampledFieldsOf(samples: readonly SampledBody[]): SampledField[] {
  const found = new Map<string, { values: unknown[]; isMade: boolean }>();
  for (const { body, made } of samples) {
    const madeHere = new Set(made.map(general));
    visit(body, "", false, (pointer, value, isInMade) => {
      const place = found.get(pointer) ?? { values: [], isMade: false };
      found.set(pointer, place);
      place.isMade ||= isInMade || madeHere.has(pointer);
      if (!place.values.some((each) => same(each, value))) place.values.push(value);
      return place.isMade;
    });
  }
  return [...found].map(([pointer, place]) => ({ pointer, ...place }));
}

/** The first pointer into `body` that is an instance of a general one; undefined when it has none. */
export function instanceOf(pointer: string, body: unknown): string | undefined {
  const at = pointer.indexOf("/[]");
  if (at === -1) return valueAt(body, pointer) === undefined ? undefined : pointer;
  const list = valueAt(body, pointer.slice(0, at));
  if (!Array.isArray(list)) return undefined;
  for (const index of list.keys()) {
    const found = instanceOf(`${pointer.slice(0, at)}/${index}${pointer.slice(at + 3)}`, body);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The pointer of the object or list that holds a place, and the name of the place in it. */
export function split(pointer: string): [parent: string, name: string] {
  const at = pointer.lastIndexOf("/");
  return [pointer.slice(0, at), pointer.slice(at + 1)];
}

/** Whether two JSON values are written alike. */
export function same(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}

function general(pointer: string): string {
  return pointer.replaceAll(/\/\d+(?=\/|$)/g, "/[]");
}

function visit(
  value: unknown,
  pointer: string,
  isMade: boolean,
  see: (pointer: string, value: unknown, isMade: boolean) => boolean,
): void {
  if (value === undefined) return;
  const isMadeHere = see(pointer, value, isMade);
  if (!isContainer(value)) return;
  for (const [name, field] of Object.entries(value)) {
    const step = Array.isArray(value) ? "[]" : pointerStep(name);
    visit(field, `${pointer}/${step}`, isMadeHere, see);
  }
}
