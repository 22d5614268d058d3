import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { parse } from "yaml";
import type { Mutant } from "../mutant.ts";
import { repository, type Edit } from "./edits.ts";

/** A fault in the code of an implementation: some of its text is another. */
export interface CodeFault extends Mutant {
  readonly edits: readonly Edit[];
  /** The operations that can notice it; any of them, where none are named. */
  readonly operations?: readonly string[] | undefined;
  /** Cases of which each has to notice it. */
  readonly by?: readonly string[] | undefined;
}

/** Faults as a file has them: by kind, and those together that change the same text. */
type FaultFile = Readonly<Record<string, readonly FaultsAt[]>>;

interface FaultsAt extends Omit<Edit, "to"> {
  /** What they have in common: `{fault}` stands for the rest. */
  readonly to?: string;
  /** The operations that can notice them. */
  readonly operations?: readonly string[];
  /** By what is wrong: what replaces the text, alone where nothing else is said of the fault. */
  readonly faults: Readonly<Record<string, string | FaultRow>>;
}

interface FaultRow extends Pick<CodeFault, "operations" | "by"> {
  readonly to: string;
  /** Further edits, which the fault takes as well. */
  readonly and?: readonly Edit[];
}

/** Faults of an implementation, and what it may do otherwise. */
export interface Faults {
  readonly faults: readonly CodeFault[];
  readonly variations: readonly CodeFault[];
}

/** Reads the files of a folder of `conformance/lab/fixtures/faults`. */
export async function readFaults(name: string): Promise<Faults> {
  const folder = join(repository, "conformance/lab/fixtures/faults", name);
  const files = (await readdir(folder)).sort().map((file) => readFile(join(folder, file), "utf8"));
  const all = (await Promise.all(files)).flatMap((text) => faultsOf(parse(text) as FaultFile));
  const isVariation = ({ operator }: CodeFault) => operator === "variation";
  return {
    faults: all.filter((each) => !isVariation(each)),
    variations: all.filter(isVariation),
  };
}

function faultsOf(file: FaultFile): CodeFault[] {
  return Object.entries(file).flatMap(([operator, places]) =>
    places.flatMap(({ to: common = "{fault}", operations, faults, ...at }) =>
      Object.entries(faults).map(([id, row]) => {
        const { to, and = [], ...rest } = typeof row === "string" ? { to: row } : row;
        const edits = [{ ...at, to: common.replace("{fault}", () => to) }, ...and];
        return { id, operator, description: id, edits, operations, ...rest };
      }),
    ),
  );
}
