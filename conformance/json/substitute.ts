import { isContainer } from "@contract-toolkit/kernel";

/** A copy in which every string that is a key of `bindings` is replaced by its value, and every number that is written so. */
export function substitute(value: unknown, bindings: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return bindings.get(value) ?? value;
  if (typeof value === "number") return Number(bindings.get(String(value)) ?? value);
  if (Array.isArray(value)) return value.map((item) => substitute(item, bindings));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, substitute(field, bindings)]),
  );
}
