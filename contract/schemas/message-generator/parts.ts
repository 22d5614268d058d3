import { ownValue, type Schema } from "@contract-toolkit/contract";
import type { Parts } from "./place.ts";
import { conjunctsOf, type Resolve } from "@contract-toolkit/contract/schema-algebra";

/** Splits schemas that all apply to one value into schemas without `$ref` and `allOf`. */
export function splitConjuncts(
  schemas: readonly Schema[],
  resolve: Resolve,
  within: Parts["within"],
): Parts {
  const entered = new Set<string>();
  const parts = conjunctsOf(schemas, ($ref) => {
    const found = resolve($ref);
    if (found) entered.add($ref);
    return found;
  });
  return { parts, within: [...within, ...entered] };
}

/** The first union among parts, as one list of parts for each branch. The values of a discriminator count as branches. */
export function branchesOf(parts: readonly Schema[]): (readonly Schema[])[] | undefined {
  for (const [at, part] of parts.entries()) {
    const others = parts.filter((_, index) => index !== at);
    const { anyOf, oneOf, discriminator, ...own } = part;
    const union = anyOf ?? oneOf;
    // If a schema has both, `oneOf` is split in the next call.
    if (union)
      return union.map((branch) => [{ ...own, ...(anyOf && { oneOf }) }, branch, ...others]);
    const name = discriminator?.propertyName;
    const values = name === undefined ? [] : listFieldValues(own, name);
    if (name !== undefined && values.length > 0)
      return values.map((value) => [own, { properties: { [name]: { const: value } } }, ...others]);
  }
  return undefined;
}

function listFieldValues({ properties = {} }: Schema, name: string): readonly unknown[] {
  const field = ownValue(properties, name);
  return typeof field === "object" ? (field.enum ?? []) : [];
}
