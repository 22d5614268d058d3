import type { SettingStore } from "../store.ts";

/** A clock that can be brought back to real time, and tells how. */
export interface MovedClock {
  /** Goes back inside the caller's transaction. */
  reset(settings: SettingStore): Promise<StepBack>;
  /** Learns the time that is stored. */
  follow(): Promise<void>;
}

/** How a clock went back to real time, in milliseconds. */
export interface StepBack {
  readonly byMs: number;
  /** The time when it was first moved away from real time. What was dated earlier is dated rightly. */
  readonly movedAtMs: number;
}
