import {
  coerceAsWritten as coerce,
  type ObjectForm,
  type Parameter,
} from "@contract-toolkit/contract/messages";

/** An object of texts; undefined if there are none, or a name occurs twice. */
export function assembleObject(
  { fields, others }: ObjectForm,
  pairs: readonly (readonly [string, string])[] | undefined,
): Record<string, unknown> | undefined {
  if (!pairs || new Set(pairs.map(([name]) => name)).size < pairs.length) return undefined;
  const read = new Values();
  for (const [name, text] of pairs) {
    const { type } = (Object.hasOwn(fields, name) ? fields[name] : others) ?? { type: "string" };
    read[name] = coerce(type, text);
  }
  return read;
}

/** Without a prototype, so that a name of a contract or a request cannot reach one. Objects of a class are faster than `Object.create(null)`. */
export class Values implements Record<string, unknown> {
  [name: string]: unknown;
}
Object.setPrototypeOf(Values.prototype, null);
Reflect.deleteProperty(Values.prototype, "constructor");

/** The items of a list, or the single value in its place. */
export function coerceList({ type, array }: Parameter, texts: readonly string[]): unknown {
  const [first = "", second] = texts;
  if (second === undefined && array?.singles?.includes(first)) return first;
  return texts.map((text) => coerce(type, text));
}
