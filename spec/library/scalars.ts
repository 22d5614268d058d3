import {
  isArrayModelType,
  isRecordModelType,
  type ModelProperty,
  type Scalar,
  type Type,
} from "@typespec/compiler";

/** The scalars that a value of `type` is made of, items of lists and variants of unions included; literals are none. */
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

/** The scalars among those that are strings. */
export function stringsOf(type: Type): Scalar[] {
  return scalarsOf(type).filter((scalar) => isA(scalar, "string"));
}

/** Whether `scalar` is, or extends, the standard scalar called `name`. */
export function isA(scalar: Scalar, name: string): boolean {
  return lineageOf(scalar).some((each) => each.name === name);
}

/** Where a constraint on the values of `property` may be written: on itself, or on the scalar and those it extends. */
export function constrained(property: ModelProperty, scalar: Scalar): (ModelProperty | Scalar)[] {
  const scalars = lineageOf(scalar);
  return property.type.kind === "Model" ? scalars : [property, ...scalars];
}

function lineageOf(scalar: Scalar): Scalar[] {
  return [scalar, ...(scalar.baseScalar ? lineageOf(scalar.baseScalar) : [])];
}
