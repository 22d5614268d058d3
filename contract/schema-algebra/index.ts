/** What several schemas that all apply to a value say together. */
export {
  anything,
  asSchema,
  conjunctsOf,
  isAnything,
  allowsNothing,
  followReference,
  type Resolve,
  type SchemaUnion,
  unionOf,
} from "./conjuncts.ts";
export {
  type Counts,
  strictestCounts,
  isLower,
  limits,
  strictestLimits,
  type Limit,
  typeOfLimit,
} from "./bounds.ts";
export {
  isAnnotationKeyword,
  isMetaDataKeyword,
  mergeSchemas,
  metaDataKeywords,
} from "./merged.ts";
export {
  allTypes,
  allowsType,
  commonTypes,
  eitherTypes,
  haveCommonType,
  typeOfValue,
  readTypeNames,
  type TypeName,
} from "./types.ts";
export { canonicalJson, allowedValues, distinct } from "./values.ts";
