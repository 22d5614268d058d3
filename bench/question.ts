import type { Figure } from "./figures.ts";
import type { Plan } from "./paired.ts";

/** What can be asked of the benchmark by its name. */
export interface Question {
  /** For the help of the command. */
  readonly about: string;
  /** Numbers of operations of the contracts that it is asked about; the smallest form takes the first. */
  readonly sizes: readonly number[];
  answer(given: Given): Promise<Figure[]>;
}

/** What a question is given to find its answer. */
export interface Given {
  /** Generated contracts by their number of operations. */
  readonly folders: ReadonlyMap<number, string>;
  readonly plan: Plan;
  /** Of a sample of a server or client. */
  readonly answers: number;
  /** Rounds of what takes seconds. */
  readonly longRounds: number;
}
