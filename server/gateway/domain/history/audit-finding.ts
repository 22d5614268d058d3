import type { Entity } from "../states/lifecycles.ts";

/** A record that the rules cannot have produced. */
export interface AuditFinding {
  readonly entity: Entity;
  readonly recordId: string;
  readonly problem: string;
}
