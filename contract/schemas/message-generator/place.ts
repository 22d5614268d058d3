import type { MessageSchemas, Schema } from "@contract-toolkit/contract";

/** Which values a message is made with. */
export interface Fill {
  /** `documented`: optional fields are included, unless they are nested deeply. */
  readonly fields: "required" | "documented";
  /** Whether defaults and examples of the schemas are taken. */
  readonly isExample?: boolean;
  /** Another number gives another value, if the schema has several. */
  readonly variant?: number;
  readonly split?: Split;
  /** Whether a value of `oneOf` is checked against all branches. This takes longer and is seldom necessary. */
  readonly isExclusive?: boolean;
}

/** Schemas that all apply to one value, without `$ref` and `allOf`. Conditions are not evaluated. */
export interface Parts {
  readonly parts: readonly Schema[];
  /** References that the value is inside of. */
  readonly within: readonly string[];
}

/** Splits schemas that all apply to one value into its parts. */
export type Split = (schemas: readonly Schema[], within: Parts["within"]) => Parts;

/** The state while one message is made. */
export interface Making {
  readonly $defs: MessageSchemas["$defs"];
  readonly split: Split;
  readonly make: (place: Place) => unknown;
  readonly fill: Fill;
  steps: number;
}

export interface Place {
  /** The value must be valid by all of them. */
  readonly schemas: readonly Schema[];
  readonly within: Parts["within"];
  readonly pointer: string;
  readonly depth: number;
  /** Another number gives another value, if the schema has several. */
  readonly variant: number;
  /** A value of which as much as possible is kept. */
  readonly like?: unknown;
}

/** Limit of one message. The largest messages of known documents need some hundreds of steps. */
export const MOST_STEPS = 10_000;

/** After so many steps, or inside so many objects and lists, optional fields are left out. */
const ENOUGH_STEPS = 2_000;
const ENOUGH_DEPTH = 4;

/** The value of an optional field or item; `otherwise` if it cannot be made or is nested too deeply. */
export function makeOptional<Value>(
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

/** The most items or fields of a list or object, and the longest text, that are made. */
export const MOST_ITEMS = 1_000;
export const MOST_LETTERS = 100_000;

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
