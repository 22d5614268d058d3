import type { Figure } from "./figures.ts";
import type { Plan } from "./paired.ts";

/** A question that the benchmark answers with figures. */
export interface Question {
  /** For the help of the command. */
  readonly about: string;
  /** Sizes of the contracts that it needs, in operations. `--quick` uses only the first. */
  readonly sizes: readonly number[];
  measure(input: QuestionInput): Promise<Figure[]>;
}

export interface QuestionInput {
  /** Folders of generated contracts by their number of operations. */
  readonly folders: ReadonlyMap<number, string>;
  readonly plan: Plan;
  /** Requests or calls in one sample. */
  readonly responses: number;
  /** Rounds of measurements that take seconds. */
  readonly longRounds: number;
}
