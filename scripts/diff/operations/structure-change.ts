import { type Severity } from "../change.ts";

/** A change of an operation that no schema tells. */
export interface StructureChange {
  readonly rule: string;
  readonly severity: Severity;
  /** Below the operation. */
  readonly pointer: string;
  readonly message: string;
  readonly witness?: unknown;
}
