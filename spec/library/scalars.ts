import {
  isArrayModelType,
  isRecordModelType,
  type ModelProperty,
  type Scalar,
  type Type,
} from "@typespec/compiler";

/** The scalars in a type, with those of list items and union variants. Literals are not scalars. */
export function scalarsOf(type: Type): Scalar[] {
  switch (type.kind) {
    case "Scalar":
      return [type];
    case "Union":
      return [...type.variants.values()].flatMap((variant) => scalarsOf(variant.type));
    case "Model":
      return isArrayModelType(type) || isRecordModelType(type) ? scalarsOf(type.indexer.value) : [];
    default:
      return [];
  }
}

/** The string scalars in a type. */
export function stringsOf(type: Type): Scalar[] {
  return scalarsOf(type).filter((scalar) => isA(scalar, "string"));
}

/** Whether `scalar` is, or extends, the standard scalar called `name`. */
export function isA(scalar: Scalar, name: string): boolean {
  return scalarLineage(scalar).some((scalar) => scalar.name === name);
}

/**
 * Where the constraints of a property's scalar may be: on the property, on the scalar, and on the scalars that it
 * extends.
 */
export function constrained(property: ModelProperty, scalar: Scalar): (ModelProperty | Scalar)[] {
  const scalars = scalarLineage(scalar);
  return property.type.kind === "Model" ? scalars : [property, ...scalars];
}

/** A scalar with those that it extends, the nearest first. */
export function scalarLineage(scalar: Scalar): Scalar[] {
  return [scalar, ...(scalar.baseScalar ? scalarLineage(scalar.baseScalar) : [])];
}
