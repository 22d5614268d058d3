import { parseArgs } from "node:util";
import { join } from "node:path";
import { generate as generateFiles } from "../generate/index.ts";
import { writeFiles } from "../files.ts";

export const help = `contract generate [ENTRY] [--out DIR]

Generates documents, types, validators, samples and handler interfaces from a TypeSpec entry file.

  ENTRY        TypeSpec file                      (default: spec/main.tsp)
  --out DIR    folder for the generated files     (default: generated)
  --json       print the changed files as JSON
`;

/** Writes what the specification gives; prints what changed. */
export async function generate(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", default: "generated" },
      json: { type: "boolean", default: false },
    },
  });
  const files = await generateFiles(positionals[0] ?? join("spec", "main.tsp"));
  const changed = await writeFiles(values.out, files);
  if (values.json) {
    console.log(JSON.stringify({ files: files.size, changed }));
    return 0;
  }
  for (const { file, kind } of changed)
    console.log(`${kind.padEnd(8)} ${join(values.out, file)}`);
  console.log(
    `${String(files.size)} files, ${String(changed.length)} changed.`,
  );
  return 0;
}
