import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import type { Difference } from "@contract-toolkit/generate/generated-files/compare";
import { entryOf, generating } from "../options.ts";
import { flags, parsed } from "../parsed.ts";
import {
  readLastRun,
  type AskedArguments,
} from "@contract-toolkit/generate/generated-files/last-run";
import { printLines, printJson, printToStderr } from "../terminal/print.ts";
import { startStatusLine } from "../terminal/status-line.ts";

export const help = `contract generate [ENTRY] [options]

Generates documents, types, validators, samples and handler interfaces from a TypeSpec entry file.
See also contract dev, which does it on every save.

  ENTRY           TypeSpec file                    (default: spec/main.tsp)
  --out DIR       folder for the generated files   (default: generated)
  --version NAME  version of a service with @versioned to write to generated/<service>; can be repeated (default: the
                  latest). Each other version is a contract in generated/<service>-<version>
  --keep PATH     file or folder below DIR that is yours and stays; remembered in DIR/manifest.txt; can be repeated
  --json          print the changed files as JSON

Only files that were generated are changed or removed. If DIR has other files, they are listed and nothing is written. DIR
may be a link, but links in it are not followed.

Exit status: 0 generated, 2 could not run.
`;

/** Generates the files of a specification and prints which of them changed. */
export async function generate(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args, {
    ...generating,
    ...flags("json"),
  });
  const entry = entryOf("generate", positionals);
  const { out, version, keep } = values;
  const asked = { entry, out, version, keep };
  const last = await readLastRun(asked);
  const run = last ? { ...last, changed: [], warnings: [] } : await generateNow(asked);
  const { files, changed } = run;
  printToStderr(run.warnings);
  if (values.json) printJson({ files, changed }, 0);
  else printLines(describeGeneration(run.out, files, changed));
  if (!findsContractPackage(run.out)) printToStderr(missingPackageAdvice);
  return 0;
}

async function generateNow(asked: AskedArguments) {
  using status = startStatusLine();
  // Loading the compiler takes a second, so it is loaded only if there is something to generate.
  const [{ NodeHost }, { generateInto }, { lines }] = await Promise.all([
    import("@typespec/compiler"),
    import("@contract-toolkit/generate/generated-files/generate-into"),
    import("@contract-toolkit/generate/spec-checks/spec-fault"),
  ]);
  const run = await generateInto(asked, NodeHost, status.show);
  return { ...run, warnings: lines(run.warnings) };
}

/** Whether the package whose types the generated files import is installed beside them. */
function findsContractPackage(out: string): boolean {
  try {
    createRequire(resolve(out, "index.js")).resolve("@contract-toolkit/contract");
    return true;
  } catch {
    return false;
  }
}

const missingPackageAdvice = [
  "The generated files import types of the package @contract-toolkit/contract, which is not installed beside them.",
  "Run: npm install --save-dev @contract-toolkit/contract",
];

function describeGeneration(out: string, count: number, changed: readonly Difference[]): string[] {
  return [
    ...changed.map(({ file, kind }) => `${(doneTexts[kind] ?? kind).padEnd(8)} ${join(out, file)}`),
    `${count} files, ${changed.length} changed.`,
  ];
}

/** What is printed for each kind of difference. */
const doneTexts: Readonly<Partial<Record<Difference["kind"], string>>> = {
  missing: "added",
  stale: "removed",
};
