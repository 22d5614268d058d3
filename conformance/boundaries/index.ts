export { inventoryOf, keyOf } from "./inventory.ts";
export { coverageOf, type ConstraintCoverage } from "./coverage.ts";
export { deriveCases, type Derived, type SourceOf } from "./derive.ts";
export { validatorsDisagree } from "./validator-disagreement.ts";
export { currentId, legacyIdOf } from "./id.ts";
export { exchangeAtBoundary } from "./exchange-at-boundary.ts";
export { concerns } from "./targets.ts";
export { accepts } from "./oracle.ts";
export type { Exclusion, CoveredBySample } from "./exclusion.ts";
export { requestSchema, responseSchemaOf } from "./message-schemas.ts";
export {
  operationsOf,
  withoutRefusals,
  type OpenApiDocument,
  type Schema,
} from "./schema/schema.ts";
