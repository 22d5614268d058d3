export { keyOf } from "./census.ts";
export { censusOf } from "./census.ts";
export { coverageOf, type ConstraintCoverage } from "./coverage.ts";
export { deriveCases, type Derived, type SourceOf } from "./derive.ts";
export { exchangeAtEdge } from "./exchange.ts";
export { concerns } from "./sides.ts";
export type { Exclusion, Shown } from "./exclusion.ts";
export type { OpenApiDocument } from "./schema.ts";
