/** Unions with a discriminator. In TypeSpec, each variant is a model with its own value of the property. */
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { referredName } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { mappedValues } from "@contract-toolkit/schemas/documents/references";
import { isNonNullObject, resolvedPlain, listedValues, wholeObject } from "../plain-schema.ts";

interface Variant {
  /** The value of the property. */
  readonly value: string;
  readonly variant: Node;
  /** The schema allows more values, so that a model which extends it has the value. */
  readonly isNarrowed: boolean;
}

export interface DiscriminatedVariants {
  readonly property: string;
  readonly variants: readonly Variant[];
}

/** The variants of a union with a discriminator; undefined if it has none, or TypeSpec cannot express it. */
export function discriminatedVariants(
  schema: Node,
  document: Node,
): DiscriminatedVariants | undefined {
  const { discriminator } = schema;
  const { propertyName } = nodeOrEmpty(discriminator);
  const key = unionKey(schema);
  if (typeof propertyName !== "string" || key === undefined) return undefined;
  const variants = nodesIn(schema[key]).map((variant) =>
    readVariants(variant, propertyName, discriminator, document),
  );
  if (!variants.every((variant) => variant !== undefined)) return undefined;
  const all = variants.flat();
  if (new Set(all.map(({ value }) => value)).size < all.length) return undefined;
  return { property: propertyName, variants: all };
}

/** A variant for each of its values: those of the mapping, its own literal, or its name. */
function readVariants(
  variant: Node,
  property: string,
  discriminator: unknown,
  document: Node,
): Variant[] | undefined {
  const { $ref } = variant;
  const plain = resolvedPlain(variant, document);
  if (!isNonNullObject(plain)) return undefined;
  const { properties, required } = wholeObject(plain);
  const field = nodeOrEmpty(properties)[property];
  const name = referredName(variant) ?? "";
  const mapped = mappedValues(discriminator, $ref);
  const tag = field === undefined ? undefined : resolvedPlain(field, document).schema;
  const listed = tag && listedValues(tag);
  const values = mapped.length > 0 ? mapped : listed?.length === 1 ? listed : [name];
  if ($ref === undefined && listed?.length !== 1) return undefined;
  const fits =
    !tag || (listed ? values.every((value) => listed.includes(value)) : tag["type"] === "string");
  if (!fits || !values.every((value) => typeof value === "string")) return undefined;
  return values.map((value) => ({
    value,
    variant,
    isNarrowed:
      listed?.length !== 1 || listed[0] !== value || !itemsOrEmpty(required).includes(property),
  }));
}
