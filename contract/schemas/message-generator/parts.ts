import {
  type MessageSchemas,
  referredName,
  type Schema,
  ownValue,
} from "@contract-toolkit/contract";
import { conjunctsOf } from "@contract-toolkit/contract/schema-algebra";

/** Schemas that all apply to one value, without `$ref` and `allOf`. Conditions are not evaluated. */
export interface Parts {
  readonly parts: readonly Schema[];
  /** Names of the definitions that the value is inside of. */
  readonly within: readonly string[];
}

/** Splits schemas that all apply to one value into schemas without `$ref` and `allOf`. */
export function splitConjuncts(
  schemas: readonly Schema[],
  $defs: MessageSchemas["$defs"],
  within: readonly string[],
): Parts {
  const entered = new Set<string>();
  const parts = conjunctsOf(schemas, ($ref) => {
    const name = referredName({ $ref }) ?? "";
    if ($defs[name]) entered.add(name);
    return $defs[name];
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
    if (name !== undefined)
      return listFieldValues(own, name).map((value) => [
        own,
        { properties: { [name]: { const: value } } },
        ...others,
      ]);
  }
  return undefined;
}

function listFieldValues({ properties = {} }: Schema, name: string): readonly unknown[] {
  const field = ownValue(properties, name);
  return typeof field === "object" ? (field.enum ?? []) : [];
}
