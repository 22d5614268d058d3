import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Mutant } from "../mutant.ts";
import { repository, type Edit } from "./edits.ts";

/** A fault in the code of an implementation, or, as a `variation`, what it may do otherwise: some of its text is another. */
export interface CodeFault extends Omit<Mutant, "attempt" | "killers"> {
  readonly edits: readonly Edit[];
  /** Cases of which each has to notice it. */
  readonly by?: readonly string[] | undefined;
}

/** Faults as a file has them: by kind, and those together that change the same text. */
type FaultFile = Readonly<Record<string, readonly FaultsAt[]>>;

interface FaultsAt extends Anchor {
  /** What they have in common: `{fault}` stands for the rest. */
  readonly to?: string;
  /** Further edits, which each of them takes as well. */
  readonly and?: readonly Made[];
  /** By what is wrong: what replaces the text, alone where nothing else is said of the fault. */
  readonly faults: Readonly<Record<string, string | FaultRow>>;
}

interface FaultRow extends Pick<CodeFault, "by"> {
  readonly to: string;
  /** Further edits, which the fault takes as well. */
  readonly and?: readonly Made[];
}

interface Made extends Anchor {
  readonly to: string;
}

/** Where an edit is: one of `from`, `before` and `after`. */
interface Anchor extends Pick<Edit, "in"> {
  /** The text that is replaced. */
  readonly from?: string;
  /** The text before which something is put in. */
  readonly before?: string;
  /** The text after which something is put in. */
  readonly after?: string;
}

/** Reads the files of a folder of `conformance/lab/fixtures/faults`. */
export async function readFaults(name: string): Promise<CodeFault[]> {
  const folder = join(repository, "conformance/lab/fixtures/faults", name);
  const files = (await readdir(folder)).sort().map((file) => readFile(join(folder, file), "utf8"));
  return (await Promise.all(files)).flatMap((text) => faultsOf(parse(text) as FaultFile));
}

function faultsOf(file: FaultFile): CodeFault[] {
  return Object.entries(file).flatMap(([operator, places]) =>
    places.flatMap(({ to: common = "{fault}", and: shared = [], faults, ...at }) =>
      Object.entries(faults).map(([id, row]) => {
        const { to, and = [], ...rest } = typeof row === "string" ? { to: row } : row;
        const first = { ...at, to: common.replace("{fault}", () => to) };
        const edits = [first, ...shared, ...and].map(editOf);
        return { id, operator, description: id, edits, ...rest };
      }),
    ),
  );
}

function editOf({ from, before, after, to, ...rest }: Made): Edit {
  if (before !== undefined) return { ...rest, from: before, to: `${to}\n${before}` };
  if (after !== undefined) return { ...rest, from: after, to: `${after}\n${to}` };
  return { ...rest, from: from ?? "", to };
}
