export { keyOf } from "./census.ts";
export { censusOf } from "./census.ts";
export { coverageOf, type ConstraintCoverage } from "./coverage.ts";
export { deriveCases, type Derived, type SourceOf } from "./derive.ts";
export { exchangeAtEdge } from "./exchange.ts";
export { concerns } from "./sides.ts";
export type { Exclusion, Shown } from "./exclusion.ts";
export { requestSchema } from "./message-schemas.ts";
export { operationsOf, type OpenApiDocument, type Schema } from "./schema.ts";
