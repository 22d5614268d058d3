import { readFile } from "node:fs/promises";
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

/** Faults as a file has them: by kind, and by what is wrong. */
type FaultFile = Readonly<Record<string, Readonly<Record<string, Edits | FoundBy>>>>;

/** Changed texts of the code: `for [-3-]{+2+} days`, as git writes changes of words. */
type Edits = string | readonly string[];

interface FoundBy extends Pick<CodeFault, "by"> {
  readonly edits: Edits;
}

/** Reads a file of `conformance/lab/fixtures/faults`. */
export async function readFaults(name: string): Promise<CodeFault[]> {
  const file = join(repository, "conformance/lab/fixtures/faults", `${name}.yaml`);
  const kinds = parse(await readFile(file, "utf8")) as FaultFile;
  return Object.entries(kinds).flatMap(([operator, faults]) =>
    Object.entries(faults).map(([id, row]) => {
      const { edits, by } =
        typeof row === "string" || !("edits" in row) ? { edits: row, by: undefined } : row;
      return { id, operator, description: id, edits: [edits].flat().map(editOf), by };
    }),
  );
}

/** `@@ name @@` before a text says in which declaration it is. */
function editOf(text: string): Edit {
  const { name, change = "" } = /^(?:@@ (?<name>\w+) @@ )?(?<change>.*)$/s.exec(text)?.groups ?? {};
  return {
    in: name,
    from: change.replaceAll(/\{\+.*?\+\}/gs, "").replaceAll(/\[-(.*?)-\]/gs, "$1"),
    to: change.replaceAll(/\[-.*?-\]/gs, "").replaceAll(/\{\+(.*?)\+\}/gs, "$1"),
  };
}
