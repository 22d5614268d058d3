import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import { declaredAt, sourcesOf } from "../code/edits.ts";
import { isDrawn, parts, type TargetName } from "../../fixtures/mutants/random.ts";
import type { Equivalent, Mutant, MutantGroup } from "../mutant.ts";
import { openCoverage, type Coverage } from "./coverage.ts";
import { changesIn, type Change } from "./operators.ts";
import { openPlayers, type Players } from "./players.ts";
import { openTypeCheck, type TypeCheck } from "./type-check.ts";

/** What the draws in the README have reached, with room for chance and for equivalents that nobody has sorted. Raise it with them. */
const AIM = 0.4;

/** More would be too slow for the time limits of the cases. */
const AT_ONCE = 2;

const survivors = join(import.meta.dirname, "../../fixtures/mutants/survivors.yaml");

/** Faults that operators make at any place of the code. */
export async function openRandom(results = "/dev/null"): Promise<MutantGroup> {
  const typeCheck = openTypeCheck();
  const players = await openPlayers();
  const kindsAt = openCoverage(players.fork, results);
  const found = await Promise.all(
    Object.entries(parts).map(async ([folder, targets]) =>
      [...(await sourcesOf(folder))]
        .filter(([file]) => isDrawn(file))
        .flatMap(([file, text]) => mutantsOf(file, text, { targets, typeCheck, kindsAt, players })),
    ),
  );
  return {
    name: "random",
    aim: AIM,
    atOnce: AT_ONCE,
    mutants: found.flat(),
    equivalents: parse(await readFile(survivors, "utf8")) as Equivalent[],
    [Symbol.asyncDispose]: () => players[Symbol.asyncDispose](),
  };
}

interface Judges {
  readonly targets: readonly TargetName[];
  readonly typeCheck: TypeCheck;
  readonly kindsAt: Coverage;
  readonly players: Players;
}

function mutantsOf(
  file: string,
  text: string,
  { targets, typeCheck, kindsAt, players }: Judges,
): Mutant[] {
  const numbers = new Map<string, number>();
  return changesIn(text).map(({ operator: _, ...change }) => {
    const description = `${file} ${describeChange(text, change)}`;
    const number = (numbers.get(description) ?? 0) + 1;
    numbers.set(description, number);
    const edit = {
      from: text.slice(change.start, change.end),
      to: change.to,
      at: { file, ...change, declaration: undefined },
    };
    return {
      id: number === 1 ? description : `${description} (${String(number)})`,
      async attempt() {
        const changed = text.slice(0, change.start) + change.to + text.slice(change.end);
        if (!typeCheck(file, changed)) return { outcome: "invalid" };
        const executing: (readonly [TargetName, readonly string[]])[] = [];
        for (const target of targets) {
          const kinds = await kindsAt(target, file, change.start);
          if (kinds.length > 0) executing.push([target, kinds]);
        }
        return executing.length === 0
          ? { outcome: "survived", reason: "no case executes it" }
          : players.attempt({ targets: executing, edit });
      },
    };
  });
}

/** The change in git's word-diff form, with the name of its declaration. */
function describeChange(text: string, { start, end, to }: Change): string {
  const line = text.lastIndexOf("\n", start) + 1;
  const before = text.slice(line, start).trimStart();
  const from = text.slice(start, end);
  const after = /^[^\n]*/.exec(text.slice(end))?.[0] ?? "";
  return `${declaredAt(text, start) ?? ""}: ${before}[-${shortened(from)}-]{+${shortened(to)}+}${after}`;
}

/** Length of a text in an id. */
const ID_LENGTH = 160;

function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  return line.length > ID_LENGTH ? `${line.slice(0, ID_LENGTH)}…` : line;
}
