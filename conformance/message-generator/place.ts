import type { MessageSchemas, Schema } from "@contract-toolkit/kernel";

/** How much is put into a message. */
export interface Fill {
  /** `documented`: fields that may be left out are there too, as far as they are not deep inside. */
  readonly fields: "required" | "documented";
  /** Whether a value of `oneOf` is judged by all its branches; it takes longer, and most differ anyway. */
  readonly isExclusive?: boolean;
}

/** One message that is being made. */
export interface Making {
  readonly $defs: MessageSchemas["$defs"];
  readonly make: (place: Place) => unknown;
  readonly fill: Fill;
  steps: number;
}

export interface Place {
  /** All of them hold there. */
  readonly schemas: readonly Schema[];
  /** Definitions that the place is inside of. */
  readonly within: readonly string[];
  readonly pointer: string;
  readonly depth: number;
  /** Another number gives another value, where the schema has several. */
  readonly variant: number;
}

/** What one message may cost; the largest of known documents need some hundreds with all their fields. */
export const MOST_STEPS = 10_000;

/** No field that may be left out is made after so many steps, nor inside so many objects and lists. */
const ENOUGH_STEPS = 2_000;
const ENOUGH_DEPTH = 4;

/** What may be left out, unless it cannot be made or leads too deep. */
export function optional<Value>(
  value: () => Value,
  otherwise: Value,
  { depth }: Pick<Place, "depth">,
  making: Making,
): Value {
  if (making.steps > ENOUGH_STEPS || depth >= ENOUGH_DEPTH) return otherwise;
  try {
    return value();
  } catch (error) {
    if (!(error instanceof UnderivableError) || making.steps > MOST_STEPS) throw error;
    return otherwise;
  }
}

/** As many items or fields as a message may have without being a load. */
export const MOST_ITEMS = 1_000;

/** No valid value was found for a place of a message. */
export class UnderivableError extends Error {
  readonly code = "underivable";
  readonly pointer: string;
  readonly reason: string;
  readonly parts: readonly Schema[];

  constructor(pointer: string, reason: string, parts: readonly Schema[] = []) {
    super(`${pointer} ${reason}`);
    this.pointer = pointer;
    this.reason = reason;
    this.parts = parts;
  }
}
