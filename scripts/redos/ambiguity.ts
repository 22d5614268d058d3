import { type Alphabet, alphabetOf, compile, type Program, Undecided } from "./nfa.ts";

/**
 * The most ways that a text may have through an expression. An engine that backtracks tries each of them, so that it
 * takes at most this number of steps for each character. Expressions of real contracts have up to a dozen.
 */
export const MOST_WAYS = 200;

/** The study of an expression with more states of affairs ends here. */
const MOST_STEPS = 1_500_000;

/** How many ways lead to each state that waits for a character, after some text. */
type Ways = ReadonlyMap<number, number>;

/**
 * A text that has too many ways through an expression, and goes on until an engine that backtracks takes long; null where
 * that cannot be decided; undefined where there is none. Every count is taken as it is: `{1,10}` is ten steps, not a loop.
 * The ways from all characters are counted together, unless `^` holds the search at the first one, or it has ended with a
 * match.
 *
 * @param mostCopies of what may be repeated up to a limit; with fewer, an expression has no more ways than it really has
 */
export function textOfManyWays(
  source: string,
  flags: string,
  mostCopies = Infinity,
): string | null | undefined {
  try {
    const program = compile(source, flags, mostCopies);
    return study(program, alphabetOf(program, flags));
  } catch (error) {
    // An expression that nests deeply, or has very many optional parts, ends the stack.
    const cannotDecide = [Undecided, SyntaxError, RangeError].some((each) => error instanceof each);
    if (cannotDecide) return null;
    throw error;
  }
}

/** Follows texts, character by character, until one has too many ways or none comes to new ways. */
function study(program: Program, alphabet: Alphabet): string | undefined {
  const follow = follower(program);
  const seen = new Set<string>();
  const left = [{ text: "", ways: follow.begin }];
  for (let at = left.pop(); at; at = left.pop()) {
    const { text, ways } = at;
    if (sum(ways) > MOST_WAYS) return text + hostileEnd(ways, alphabet, follower(program).after);
    const longer: typeof left = [];
    for (const [character, accepts] of alphabet) {
      const next = follow.after(ways, accepts);
      const key = JSON.stringify([...next].sort(([one], [other]) => one - other));
      if (next.size === 0 || seen.has(key)) continue;
      seen.add(key);
      longer.push({ text: text + character, ways: next });
    }
    // What has most ways is followed first.
    left.push(...longer.sort((one, other) => sum(one.ways) - sum(other.ways)));
  }
  return undefined;
}

/** Stands among the states for the end of the expression. */
const MATCHED = -1;

/** Where a text leads, in no more than a limit of steps. */
function follower({ states, start, later }: Program) {
  let steps = 0;
  const count = () => {
    if (++steps > MOST_STEPS) throw new Undecided();
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
  /** A search does not begin again behind a match. */
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

/** Enough ways for a second and more. */
const MANY_WAYS = 1e10;
const LONGEST_END = 50_000;
/** An engine passes over a text that is too short for the rest of the expression. */
const SHORTEST_END = 200;

/** What goes on with the character that has most ways, and ends with one that has none, so that all of them are tried. */
function hostileEnd(
  from: Ways,
  alphabet: Alphabet,
  after: ReturnType<typeof follower>["after"],
): string {
  let end = "";
  let ways = from;
  try {
    while (end.length < (sum(ways) < MANY_WAYS ? LONGEST_END : SHORTEST_END)) {
      const [best] = alphabet
        .map(([character, accepts]) => ({ character, next: after(ways, accepts) }))
        .sort((one, other) => sum(other.next) - sum(one.next));
      if (!best || best.next.size === 0) break;
      end += best.character;
      ways = best.next;
    }
    const left = alphabet.map(([character, accepts]) => {
      // What no part accepts is not accepted at the end either.
      return { character, rank: sum(after(ways, accepts)) + accepts.size };
    });
    const [last] = left.sort((one, other) => one.rank - other.rank);
    return end + (last && last.rank < MOST_WAYS ? last.character : "");
  } catch (error) {
    if (error instanceof Undecided) return `${end}\n`;
    throw error;
  }
}

function sum(ways: Ways): number {
  let total = 0;
  for (const count of ways.values()) total += count;
  return total;
}
