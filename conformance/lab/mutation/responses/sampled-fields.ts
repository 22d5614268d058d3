import { isContainer, pointerOfItems, pointerStep, valueAt } from "@contract-toolkit/contract";

/** A documented body and its generated fields. */
export interface SampledBody {
  readonly body: unknown;
  /** JSON pointers, from the root of the body, of values that the sender generates. */
  readonly made: readonly string[];
}

/** A place in all sampled bodies. */
export interface SampledField {
  /** JSON pointer from the root of the body, with `[]` for items of lists. */
  readonly pointer: string;
  /** The distinct values in the samples. */
  readonly values: readonly unknown[];
  /** Whether the sender generates the value, so that only type and format are fixed. */
  readonly isMade: boolean;
}

/** The places of all samples, outer ones first. */
export function sampledFieldsOf(samples: readonly SampledBody[]): SampledField[] {
  const found = new Map<string, { values: unknown[]; isMade: boolean }>();
  for (const { body, made } of samples) {
    const madeHere = new Set(made.map(pointerOfItems));
    visit(body, "", false, (pointer, value, isInMade) => {
      const place = found.get(pointer) ?? { values: [], isMade: false };
      found.set(pointer, place);
      place.isMade ||= isInMade || madeHere.has(pointer);
      if (!place.values.some((member) => same(member, value))) place.values.push(value);
      return place.isMade;
    });
  }
  return [...found].map(([pointer, place]) => ({ pointer, ...place }));
}

/** The first JSON pointer into `body` that a pointer with `[]` stands for. */
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

/** Splits a pointer into its parent and last step. */
export function split(pointer: string): [parent: string, name: string] {
  const at = pointer.lastIndexOf("/");
  return [pointer.slice(0, at), pointer.slice(at + 1)];
}

export function same(left: unknown, right: unknown): boolean {
  return JSON.stringify(left) === JSON.stringify(right);
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
