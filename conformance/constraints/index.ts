export { deriveCases, type Derived, type SourceOf } from "./derive.ts";
export { exchangeAtEdge } from "./exchange.ts";
export type { Exclusion, Shown } from "./exclusion.ts";
export type { OpenApiDocument } from "./schema.ts";
