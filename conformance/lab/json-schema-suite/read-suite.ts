import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Schema } from "@contract-toolkit/kernel";

/** Tests of one schema. */
export interface Group {
  /** `minLength`, `optional/format/date` */
  readonly file: string;
  readonly description: string;
  readonly schema: boolean | Schema;
  readonly tests: readonly {
    readonly description: string;
    readonly data: unknown;
    readonly valid: boolean;
  }[];
}

/** All groups of the suite whose schema can be in a contract. */
export function readGroups(): Group[] {
  return suiteFiles().flatMap((file) => {
    const text = readFileSync(join(folder, `${file}.json`), "utf8");
    const groups = JSON.parse(text) as Omit<Group, "file">[];
    return groups.map((group) => ({ file, ...group })).filter(isWritten);
  });
}

/** The files of the suite, without their ending. */
export function suiteFiles(): string[] {
  return globSync("**/*.json", { cwd: folder })
    .map((file) => file.slice(0, -".json".length))
    .toSorted();
}

const folder = join(import.meta.dirname, "suite");

/** A contract identifies no schema, refers only to components, which are objects, and has no list of values without a value. */
function isWritten({ schema }: Group): boolean {
  const text = JSON.stringify(schema);
  const references = [...text.matchAll(/"\$ref":"([^"]*)"/g)].map(
    ([, reference = ""]) => reference,
  );
  return (
    !/"\$(?:id|anchor|dynamicRef)"|"\$defs":\{"\w+":(?:true|false)|"enum":\[\]/.test(text) &&
    references.every((reference) => /^#(?:\/\$defs\/\w+)?$/.test(reference))
  );
}
