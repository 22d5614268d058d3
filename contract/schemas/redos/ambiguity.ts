import {
  type Alphabet,
  alphabetOf,
  compileRegExp,
  type Program,
  type Spend,
  UndecidedPatternError,
} from "./nfa.ts";

/**
 * Maximum number of ways that a text may have through an expression. A backtracking engine tries each of them, so this
 * limits its steps per character. Expressions of real contracts have up to a dozen.
 */
export const MOST_WAYS = 200;

/** Limits the work for one expression. */
const MOST_STEPS = 1_500_000;

/** How many ways lead to each state that waits for a character, after some text. */
type Ways = ReadonlyMap<number, number>;

/**
 * Finds a text that has too many ways through an expression, extended until a backtracking engine takes long. Null if
 * that cannot be decided; undefined if there is no such text. Repetition counts are expanded: `{1,10}` is ten steps,
 * not a loop. The ways from all start positions are counted together, unless `^` fixes the start or the search has
 * ended with a match.
 *
 * @param mostCopies maximum copies of an optional repetition; a lower limit never adds ways
 */
export function textOfManyWays(
  source: string,
  flags: string,
  mostCopies = Infinity,
  spend?: Spend,
): string | null | undefined {
  try {
    const program = compileRegExp(source, flags, mostCopies, spend);
    return study(program, alphabetOf(program, flags, spend), spend);
  } catch (error) {
    // Deep nesting or very many optional parts overflow the stack.
    const cannotDecide = [UndecidedPatternError, SyntaxError, RangeError].some(
      (undecided) => error instanceof undecided,
    );
    if (cannotDecide) return null;
    throw error;
  }
}

/** Extends texts by one character at a time, until one has too many ways or no text leads to new ways. */
function study(program: Program, alphabet: Alphabet, spend?: Spend): string | undefined {
  const follow = follower(program, spend);
  const seen = new Set<string>();
  const left = [{ text: "", ways: follow.begin }];
  for (let at = left.pop(); at; at = left.pop()) {
    const { text, ways } = at;
    if (countPaths(ways) > MOST_WAYS)
      return text + hostileEnd(ways, alphabet, follower(program, spend).after);
    const longer: typeof left = [];
    for (const [character, accepts] of alphabet) {
      const next = follow.after(ways, accepts);
      const key = JSON.stringify([...next].sort(([left], [right]) => left - right));
      if (next.size === 0 || seen.has(key)) continue;
      seen.add(key);
      longer.push({ text: text + character, ways: next });
    }
    // The text with most ways is extended first.
    left.push(...longer.sort((left, right) => countPaths(left.ways) - countPaths(right.ways)));
  }
  return undefined;
}

/** Pseudo-state for the end of the expression. */
const MATCHED = -1;

/** Computes the states that a text leads to, within a limit of steps. */
function follower({ states, start, later }: Program, spend?: Spend) {
  let steps = 0;
  const count = () => {
    spend?.(1);
    if (++steps > MOST_STEPS) throw new UndecidedPatternError();
  };
  const known = new Map<number, Ways>();
  const reached = (from: number): Ways => {
    const before = known.get(from);
    if (before) return before;
    const ways = new Map<number, number>();
    const begun = new Set<number>();
    const visit = (at: number): void => {
      const state = states[at];
      // An engine gives up an iteration that took no character.
      if (!state || begun.has(at)) return;
      count();
      if (state.kind === "character") ways.set(at, (ways.get(at) ?? 0) + 1);
      else if (state.kind === "split") state.next.forEach(visit);
      else if (state.kind === "match") ways.set(MATCHED, 1);
      else {
        begun.add(at);
        visit(state.body);
        begun.delete(at);
        visit(state.next);
      }
    };
    visit(from);
    known.set(from, ways);
    return ways;
  };
  /** A search does not restart after a match. */
  const searched = (ways: Map<number, number>): Ways => {
    if (ways.delete(MATCHED) && later !== undefined) ways.delete(later);
    return ways;
  };
  const after = (ways: Ways, accepts: ReadonlySet<number>): Ways => {
    const result = new Map<number, number>();
    for (const [at, number] of ways) {
      count();
      const state = states[at];
      if (state?.kind !== "character" || !accepts.has(state.leaf)) continue;
      for (const [to, more] of reached(state.next)) {
        count();
        result.set(to, (result.get(to) ?? 0) + number * more);
      }
    }
    return searched(result);
  };
  return { begin: searched(new Map(reached(start))), after };
}

/** Takes an engine more than a second. */
const MANY_WAYS = 1e10;
const LONGEST_END = 50_000;
/** Engines skip a text that is too short for the rest of the expression. */
const SHORTEST_END = 200;

/** Repeats the character with most ways, and ends with one that has none, so an engine tries all ways. */
function hostileEnd(
  from: Ways,
  alphabet: Alphabet,
  after: ReturnType<typeof follower>["after"],
): string {
  let end = "";
  let ways = from;
  try {
    while (end.length < (countPaths(ways) < MANY_WAYS ? LONGEST_END : SHORTEST_END)) {
      const [best] = alphabet
        .map(([character, accepts]) => ({ character, next: after(ways, accepts) }))
        .sort((left, right) => countPaths(right.next) - countPaths(left.next));
      if (!best || best.next.size === 0) break;
      end += best.character;
      ways = best.next;
    }
    const left = alphabet.map(([character, accepts]) => {
      // A character that no leaf accepts cannot match at the end either.
      return { character, rank: countPaths(after(ways, accepts)) + accepts.size };
    });
    const [last] = left.sort((left, right) => left.rank - right.rank);
    return end + (last && last.rank < MOST_WAYS ? last.character : "");
  } catch (error) {
    if (error instanceof UndecidedPatternError) return `${end}\n`;
    throw error;
  }
}

function countPaths(ways: Ways): number {
  let total = 0;
  for (const count of ways.values()) total += count;
  return total;
}
