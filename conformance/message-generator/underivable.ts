import type { Schema } from "@contract-toolkit/kernel";

/** No valid value was found for a place of a message. */
export class UnderivableError extends Error {
  readonly code = "underivable";
  readonly pointer: string;
  /** What is wrong, as the rest of a sentence about the place. */
  readonly reason: string;
  /** The schemas that hold at the place, of which one may tell where it stands. */
  readonly parts: readonly Schema[];

  constructor(pointer: string, reason: string, parts: readonly Schema[] = []) {
    super(`${pointer} ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
    this.parts = parts;
  }
}
