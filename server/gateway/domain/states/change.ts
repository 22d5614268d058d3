import type { Entity } from "./lifecycles.ts";

/** One line of the history that is only ever added to. */
export interface Change {
  readonly id: string;
  readonly entity: Entity;
  readonly recordId: string;
  /** Undefined when the record was made. */
  readonly from: string | undefined;
  readonly event: string;
  readonly to: string;
  /** Milliseconds since 1970 by the gateway's clock. */
  readonly at: number;
  readonly who: string;
  readonly why: string;
}
