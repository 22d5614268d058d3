import { patternFlags } from "@contract-toolkit/schemas/redos/linear";
import {
  alphabetOf,
  compileRegExp,
  type Program,
  type Spend,
  UndecidedPatternError,
} from "@contract-toolkit/schemas/redos/nfa";
import { createBudgets, TooMuchWorkError } from "../counterexample/work.ts";

/** The rules of a text in one contract. All patterns must match; lengths are in code points. */
export interface TextRules {
  readonly patterns: ReadonlySet<string>;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
}

/** Either a receiver's patterns match all texts of a sender, or a shortest text is one that they do not match. */
type Inclusion = "included" | "unknown" | { readonly text: string };

/** About a tenth of a second for two patterns, and some seconds for a comparison. Patterns of real contracts take some thousand steps. */
const stepsOfOne = 200_000;
const stepsOfAll = 3_000_000;

export type InclusionOf = ReturnType<typeof createInclusions>;

/**
 * Returns a function that decides whether all texts that a sender's rules allow match a receiver's patterns. The automata of
 * all patterns read texts together, shorter texts first, and each combination of their states is visited once. Look-arounds,
 * word boundaries, back-references and very large patterns are unknown, and so are all patterns after many large ones.
 *
 * @example
 * createInclusions()({ patterns: new Set(["^[a-z]$"]) }, { patterns: new Set(["^[a-c]$"]) }); // { text: "d" }
 */
export function createInclusions() {
  const budgetOf = createBudgets(stepsOfOne, stepsOfAll);
  const known = new Map<string, Inclusion>();
  return (sender: TextRules, receiver: Pick<TextRules, "patterns">): Inclusion => {
    const others = [...receiver.patterns].filter((pattern) => !sender.patterns.has(pattern));
    if (others.length === 0) return "included";
    const key = JSON.stringify([[...sender.patterns], sender.minLength, sender.maxLength, others]);
    const found = known.get(key) ?? decide(sender, others, budgetOf().spend);
    known.set(key, found);
    return found;
  };
}

function decide(sender: TextRules, others: readonly string[], spend: Spend): Inclusion {
  const compiled = (pattern: string) => programOf(pattern, spend);
  try {
    const text = refusedText(
      [...sender.patterns].map(compiled),
      others.map(compiled),
      sender,
      spend,
    );
    return text === undefined ? "included" : { text };
  } catch (error) {
    // Deep nesting overflows the stack.
    const cannotDecide = [UndecidedPatternError, TooMuchWorkError, SyntaxError, RangeError];
    if (cannotDecide.some((undecided) => error instanceof undecided)) return "unknown";
    throw error;
  }
}

function programOf(pattern: string, spend: Spend): Program {
  const program = compileRegExp(pattern, patternFlags, Infinity, spend);
  if (program.isUnsure) throw new UndecidedPatternError();
  return program;
}

/** A shortest text that all programs of the sender match and a program of the receiver does not. */
function refusedText(
  sender: readonly Program[],
  receiver: readonly Program[],
  { minLength = 0, maxLength = Infinity }: TextRules,
  spend: Spend,
): string | undefined {
  const programs = [...sender, ...receiver];
  const automata = programs.map((program) => createAutomaton(program, spend));
  const alphabet = jointAlphabet(programs, spend);
  const seen = new Set<string>();
  const queue = [{ text: "", length: 0, all: automata.map(({ start }) => start) }];
  // The loop also visits what it adds.
  for (const { text, length, all } of queue) {
    const matches = automata.map(({ isMatch }, index) => isMatch(all[index] ?? [], length === 0));
    const isSent = length >= minLength && matches.slice(0, sender.length).every(Boolean);
    if (isSent && !matches.slice(sender.length).every(Boolean)) return text;
    if (length >= maxLength) continue;
    for (const { character, accepts } of alphabet) {
      const next = automata.map(({ after }, index) => after(all[index] ?? [], accepts[index]));
      // Up to the shortest length, texts of different lengths have different continuations.
      const key = `${Math.min(length + 1, minLength)}:${next.join(";")}`;
      const isDead = next.slice(0, sender.length).some(({ length: left }) => left === 0);
      if (isDead || seen.has(key)) continue;
      seen.add(key);
      queue.push({ text: text + character, length: length + 1, all: next });
    }
  }
  return undefined;
}

/** States that wait for a character or for the end of the text. After a match, only the end state of the program. */
type States = readonly number[];

function createAutomaton({ states, start, end }: Program, spend: Spend) {
  const reach = (from: Iterable<number>, isStart: boolean, isEnd: boolean): States => {
    const reached = new Set<number>();
    const found: number[] = [];
    const left = [...from];
    for (let at = left.pop(); at !== undefined; at = left.pop()) {
      const state = states[at];
      if (!state || reached.has(at)) continue;
      spend(1);
      reached.add(at);
      // A search ends with its first match, whatever follows.
      if (at === end) return [end];
      if (state.kind === "loop") left.push(state.body, state.next);
      if (state.kind === "character") found.push(at);
      if (state.kind !== "split") continue;
      const { only, next } = state;
      if (only === "end" && !isEnd) found.push(at);
      else if (only !== "start" || isStart) left.push(...next);
    }
    return found.sort((left, right) => left - right);
  };
  const hasMatched = (at: States) => at.length === 1 && at[0] === end;
  const after = (at: States, accepts: ReadonlySet<number> = new Set()): States => {
    spend(1);
    if (hasMatched(at)) return at;
    const next = at.flatMap((number) => {
      const state = states[number];
      return state?.kind === "character" && accepts.has(state.leaf) ? [state.next] : [];
    });
    return reach(next, false, false);
  };
  return {
    start: reach([start], true, false),
    isMatch: (at: States, isStart: boolean) => hasMatched(reach(at, isStart, true)),
    after,
  };
}

/** One character for each set of leaves that accept it, with the accepting leaves of each program. */
function jointAlphabet(programs: readonly Program[], spend: Spend) {
  const alphabet = alphabetOf(
    {
      leaves: programs.flatMap(({ leaves }) => leaves),
      edges: programs.flatMap(({ edges }) => edges),
    },
    patternFlags,
    spend,
  );
  return alphabet.map(([character, accepted]) => {
    let before = 0;
    const accepts = programs.map(({ leaves }) => {
      const first = before;
      before += leaves.length;
      return new Set([...leaves.keys()].filter((index) => accepted.has(first + index)));
    });
    return { character, accepts };
  });
}
