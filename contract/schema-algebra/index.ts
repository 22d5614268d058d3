/** What several schemas that all apply to a value say together. */
export {
  anything,
  asSchema,
  conjunctsOf,
  isAnything,
  isNothing,
  referred,
  type Resolve,
  type SchemaUnion,
  unionOf,
} from "./conjuncts.ts";
export {
  type Counts,
  countsOf,
  isLower,
  limits,
  limitsOf,
  type Limit,
  typeOfLimit,
} from "./bounds.ts";
export { isAnnotation, merged } from "./merged.ts";
export {
  allows,
  commonTypes,
  eitherTypes,
  overlap,
  typeOfValue,
  typesOf,
  type TypeName,
} from "./types.ts";
export { textOf, valuesOf } from "./values.ts";
