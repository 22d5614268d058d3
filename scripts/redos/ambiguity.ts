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
 *
 * @param mostCopies of what may be repeated up to a limit; with fewer, an expression has no more ways than it really has
 * @param isSearch whether the ways from all characters are counted together, unless `^` holds the search at the first
 */
export function textOfManyWays(
  source: string,
  flags: string,
  isSearch: boolean,
  mostCopies = Infinity,
): string | null | undefined {
  try {
    const program = compile(source, flags, isSearch, mostCopies);
    return study(program, alphabetOf(program, flags));
  } catch (error) {
    // An expression that nests deeply, or has very many optional parts, ends the stack.
    const cannotDecide = [Undecided, SyntaxError, RangeError].some((each) => error instanceof each);
    if (cannotDecide) return null;
    throw error;
  }
}

/** Follows all texts at once, character by character, until one has too many ways or none comes to new ways. */
function study(program: Program, alphabet: Alphabet): string | undefined {
  const follow = follower(program);
  const seen = new Set<string>();
  let texts = [{ text: "", ways: follow.begin }];
  while (texts.length > 0) {
    const longer: typeof texts = [];
    for (const { text, ways } of texts) {
      if (sum(ways) > MOST_WAYS) return text + hostileEnd(ways, alphabet, follower(program).after);
      for (const [character, accepts] of alphabet) {
        const next = follow.after(ways, accepts);
        const key = JSON.stringify([...next].sort(([one], [other]) => one - other));
        if (next.size === 0 || seen.has(key)) continue;
        seen.add(key);
        longer.push({ text: text + character, ways: next });
      }
    }
    texts = longer;
  }
  return undefined;
}

/** Where a text leads, in no more than a limit of steps. */
function follower({ states, start }: Program) {
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
    return result;
  };
  return { begin: reached(start), after };
}

/** Enough ways for a second and more. */
const MANY_WAYS = 1e10;
const LONGEST_END = 30_000;
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
    const last =
      alphabet.find(([, accepts]) => accepts.size === 0) ??
      alphabet.find(([, accepts]) => after(ways, accepts).size === 0);
    return end + (last?.[0] ?? "");
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
