import { type AST, RegExpParser } from "@eslint-community/regexpp";

/** A state consumes a character, or leads to other states without one. */
export type State =
  | { readonly kind: "character"; readonly leaf: number; readonly next: number }
  | {
      readonly kind: "split";
      readonly next: readonly number[];
      /** Where in the text it leads on: the place of `^` or `$`. Default: everywhere. */
      readonly only?: "start" | "end";
    }
  | { readonly kind: "match" }
  | { readonly kind: "loop"; body: number; readonly next: number };

/** A regular expression, compiled as for a backtracking engine. */
export interface Program {
  readonly states: readonly State[];
  readonly start: number;
  /** The state after the expression: a text that leads to it matches, unless `isUnsure`. */
  readonly end: number;
  /** Whether look-arounds, word boundaries or back-references make the match uncertain. */
  readonly isUnsure: boolean;
  /** The characters and classes of the expression, as written. A character state has the index of its leaf. */
  readonly leaves: readonly string[];
  /** Code points at which a character or class may begin or end. */
  readonly edges: readonly number[];
  /** The state that starts the search at a later character, if the search may. */
  readonly later: number | undefined;
}

/** Thrown if an expression cannot be decided. */
export class UndecidedPatternError extends Error {}

/** An expression with a larger program cannot be decided. */
const MOST_STATES = 100_000;

/** Each leaf is tested with each character. Expressions of real contracts have a few dozen. */
const MOST_LEAVES = 200;

/** Leaves with a Unicode property are tested on all characters, which takes as long as this number of steps. */
const STEPS_OF_PROPERTY = 20_000;
const MOST_PROPERTIES = 16;

/** Takes a number of steps from a limit, and throws when it is reached. */
export type Spend = (steps: number) => void;
const unlimited: Spend = () => undefined;

/**
 * Compiles an expression from its end to its start, because each part refers to the next. Repetition counts are
 * expanded. Assertions always hold, so the program has at least the ways of the expression; it then has no match state.
 * The states of `^` and `$` are marked, for callers that do not count ways.
 *
 * @param mostCopies maximum copies of an optional repetition
 */
export function compileRegExp(
  source: string,
  flags: string,
  mostCopies: number,
  spend = unlimited,
): Program {
  const unicode = flags.includes("u");
  if (flags.includes("v")) throw new UndecidedPatternError();
  const pattern = new RegExpParser().parsePattern(source, 0, source.length, { unicode });
  const compiler = new Compiler(mostCopies, spend);
  const first = compiler.alternatives(pattern.alternatives, compiler.end);
  const isAtStart = pattern.alternatives.every(beginsAtStart);
  if (isAtStart && !flags.includes("m")) return compiler.program(first);
  const again = isAtStart ? compiler.leaf("[\\n\\r\\u2028\\u2029]", first) : first;
  let later: number | undefined;
  const start = compiler.loop((repeat) => (later = compiler.leaf("[^]", repeat)), again);
  return compiler.program(isAtStart ? compiler.split(first, start) : start, later);
}

/** Adds the states of an expression's parts. Each method returns the state at which its part begins. */
class Compiler {
  private readonly states: State[] = [];
  private readonly leaves = new Map<string, number>();
  private readonly edges: number[] = [];
  /** Assertions and back-references, which make the match state uncertain. */
  private readonly unsure: AST.Element[] = [];
  /** Groups that a back-reference stands for while it is compiled. */
  private readonly referred = new Set<AST.CapturingGroup>();
  private readonly mostCopies: number;
  private readonly spend: Spend;
  private readonly ended: number;
  readonly end: number;

  constructor(mostCopies: number, spend: Spend) {
    this.mostCopies = mostCopies;
    this.spend = spend;
    this.ended = this.split();
    this.end = this.split();
  }

  program(start: number, later?: number): Program {
    const { states, end, edges, unsure } = this;
    if (unsure.length === 0) states[end] = { kind: "match" };
    const isUnsure = unsure.some((node) => !isAnchor(node));
    return { states, start, end, isUnsure, leaves: [...this.leaves.keys()], edges, later };
  }

  split(...next: number[]): number {
    return this.add({ kind: "split", next });
  }

  leaf(raw: string, next: number): number {
    const known = this.leaves.get(raw) ?? this.leaves.size;
    if (known >= MOST_LEAVES) throw new UndecidedPatternError();
    this.leaves.set(raw, known);
    return this.add({ kind: "character", leaf: known, next });
  }

  loop(body: (again: number) => number, next: number): number {
    const state: State = { kind: "loop", body: next, next };
    const at = this.add(state);
    state.body = body(at);
    return at;
  }

  alternatives(all: readonly AST.Alternative[], next: number): number {
    return this.split(
      ...all.map(({ elements }) =>
        elements.reduceRight((after, element) => this.part(element, after), next),
      ),
    );
  }

  private add(state: State): number {
    if (this.states.length >= MOST_STATES) throw new UndecidedPatternError();
    this.spend(1);
    return this.states.push(state) - 1;
  }

  private part(node: AST.Element, next: number): number {
    switch (node.type) {
      case "Character":
        this.edges.push(node.value);
        return this.leaf(node.raw, next);
      case "CharacterSet":
        return this.leaf(node.raw, next);
      case "CharacterClass":
        this.edges.push(...node.elements.flatMap(edgesOf));
        return this.leaf(node.raw, next);
      case "Group":
        if (node.modifiers) throw new UndecidedPatternError();
        return this.alternatives(node.alternatives, next);
      case "CapturingGroup":
        return this.captured(node, next);
      case "Quantifier":
        return this.repeated(node, next);
      case "Backreference":
        return this.referenced(node, next);
      case "Assertion":
        return this.asserted(node, next);
      case "ExpressionCharacterClass":
        throw new UndecidedPatternError();
    }
  }

  private captured(group: AST.CapturingGroup, next: number): number {
    this.referred.add(group);
    const entry = this.alternatives(group.alternatives, next);
    this.referred.delete(group);
    return entry;
  }

  private repeated({ element, min, max }: AST.Quantifier, next: number): number {
    let entry = max === Infinity ? this.loop((again) => this.part(element, again), next) : next;
    const optional = max === Infinity ? 0 : Math.min(max - min, this.mostCopies);
    for (let copy = 0; copy < optional; copy++) entry = this.split(this.part(element, entry), next);
    for (let copy = 0; copy < min; copy++) entry = this.part(element, entry);
    return entry;
  }

  /** A back-reference matches any text of its group. Inside the group, nothing is captured yet. */
  private referenced(node: AST.Backreference, next: number): number {
    this.unsure.push(node);
    const groups = [node.resolved].flat().filter((group) => !this.referred.has(group));
    return this.split(...groups.map((group) => this.captured(group, next)), next);
  }

  private asserted(node: AST.Assertion, next: number): number {
    this.unsure.push(node);
    if (node.kind === "start" || node.kind === "end")
      return this.add({ kind: "split", next: [next], only: node.kind });
    if (node.kind === "lookahead")
      return this.split(this.alternatives(node.alternatives, this.ended), next);
    // A look-behind reads backwards. With a fixed length it takes constant time.
    if (node.kind === "lookbehind" && /[*+?{]/.test(node.raw.slice("(?<=".length)))
      throw new UndecidedPatternError();
    return next;
  }
}

/** Where a part of a character class begins and ends. */
function edgesOf(element: AST.CharacterClassElement): number[] {
  if (element.type === "Character") return [element.value];
  return element.type === "CharacterClassRange" ? [element.min.value, element.max.value] : [];
}

function isAnchor(node: AST.Element): boolean {
  return node.type === "Assertion" && (node.kind === "start" || node.kind === "end");
}

function beginsAtStart({ elements: [first] }: AST.Alternative): boolean {
  return first?.type === "Assertion" && first.kind === "start";
}

/** Representative characters with the leaves that accept them: one character for each set of leaves. */
export type Alphabet = readonly (readonly [character: string, accepts: ReadonlySet<number>])[];

const isOfProperty = (raw: string) => /\\p/i.test(raw);

/** The representative characters of an expression. */
export function alphabetOf(
  { leaves, edges }: Pick<Program, "leaves" | "edges">,
  flags: string,
  spend = unlimited,
): Alphabet {
  const properties = leaves.filter(isOfProperty).length;
  if (properties > MOST_PROPERTIES) throw new UndecidedPatternError();
  spend(properties * STEPS_OF_PROPERTY);
  const accepted = leaves.map((raw) => new RegExp(`^(?:${raw})$`, flags.replace(/[gyd]/g, "")));
  const characters = new Map<string, string>();
  const keyOf = (tests: readonly RegExp[], character: string) => {
    let key = "";
    for (const test of tests) key += test.test(character) ? "1" : "0";
    return key;
  };
  const look = (codePoint: number) => {
    const character = String.fromCodePoint(codePoint);
    const key = keyOf(accepted, character);
    if (!characters.has(key)) characters.set(key, character);
  };
  const last = flags.includes("u") ? 0x10_ff_ff : 0xff_ff;
  for (let codePoint = 0x20; codePoint < 0x7f; codePoint++) look(codePoint);
  // Properties and case folding need a test of all characters. Those above are unassigned or private.
  const wide = accepted.filter(({ ignoreCase, source }) => ignoreCase || isOfProperty(source));
  let before = "";
  for (let number = 0; wide.length > 0 && number <= Math.min(last, 0x3_ff_ff); number++) {
    const key = keyOf(wide, String.fromCodePoint(number));
    if (key !== before) look(number);
    before = key;
  }
  for (const edge of [...edges, ...edgesOfEscapes, last])
    for (const number of [edge - 1, edge, edge + 1])
      if (number >= 0 && number <= last) look(number);
  return [...characters].map(([key, character]) => [
    character,
    new Set([...leaves.keys()].filter((index) => key[index] === "1")),
  ]);
}

/** Where `\d`, `\w`, `\s` and `.` begin and end. */
const edgesOfEscapes = [
  0, 0x09, 0x0d, 0x20, 0x30, 0x39, 0x41, 0x5a, 0x5f, 0x61, 0x7a, 0xa0, 0x16_80, 0x20_00, 0x20_0a,
  0x20_28, 0x20_29, 0x20_2f, 0x20_5f, 0x30_00, 0xfe_ff,
];
