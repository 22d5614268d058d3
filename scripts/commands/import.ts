import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { indented, isObject } from "@contract-toolkit/kernel";
import { parse as parseTypeSpec, SyntaxKind } from "@typespec/compiler/ast";
import { parseDocument } from "../documents/parse.ts";
import { ownCommand } from "../check/project.ts";
import { compileSpec } from "../generate/compile.ts";
import { mend } from "../import/mends.ts";
import { refuseExternalReferences } from "../import/external-references.ts";
import { fetchReferences } from "../import/remote-references.ts";
import { mendUnprintable } from "../import/unprintable.ts";
import type { Mend } from "../import/mend.ts";
import { print, printJson } from "../output/print.ts";
import { UsageError } from "../usage-error.ts";

export const help = `contract import FILE [--out DIR] [--allow-remote]

Converts an OpenAPI document (3.0 or 3.1, JSON or YAML) to TypeSpec.

  --out DIR       folder for main.tsp, which must not exist yet  (default: spec)
  --allow-remote  fetch references ($ref) to http and https addresses
  --json          print the changes as JSON

tsp-openapi3 does the conversion. What would not compile afterwards is changed before, and reported with its place in
FILE. Remaining errors are reported with file, line and column.

Only FILE is read. A reference to another file is refused, with its line. So is a reference to an address without
--allow-remote. Bundle such a document into one file first. Invisible characters are escaped in descriptions and titles,
and refused in names and values.
`;

/** Converts an OpenAPI document, and compiles what comes of it. */
export async function importDocument(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", default: "spec" },
      "allow-remote": { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [file, ...others] = positionals;
  if (file === undefined || others.length > 0) throw new UsageError("import needs one file.", help);
  if ((await readdir(values.out).catch(() => [])).length > 0)
    throw new UsageError(`${values.out} is not empty. Give another folder with --out DIR.`);
  const document = await readDocument(file, values["allow-remote"]);
  const mends = [...mendUnprintable(document, file), ...mend(document)];
  await convert(document, file, values.out);
  const lines = summary(file, mends);
  if (values.json) printJson({ mends });
  else if (lines.length > 0)
    print(["Left out or changed:", ...lines.map((line) => indented(line, 2))]);
  await requireOwnImports(join(values.out, "main.tsp"));
  await keepWriteOnly(join(values.out, "main.tsp"));
  await compileSpec(join(values.out, "main.tsp"));
  if (!values.json)
    print([`${join(values.out, "main.tsp")} compiles. Next: npx contract generate`]);
  return 0;
}

/** What is done in very many places is told of the first ones; `--json` has all. */
function summary(file: string, mends: readonly Mend[]): string[] {
  const groups = Map.groupBy(mends, ({ what }) => what.replace(/(operation id) .*/, "$1"));
  return [...groups.values()].flatMap((group) => {
    const told = group.slice(0, MOST_TOLD).map(({ pointer, what }) => `${file}${pointer}: ${what}`);
    const rest = group.length - told.length;
    return rest > 0 ? [...told, `and the same in ${rest} more places`] : told;
  });
}

const MOST_TOLD = 20;

async function readDocument(file: string, allowsRemote: boolean): Promise<Record<string, unknown>> {
  const text = await readFile(file, "utf8").catch((error: unknown) => {
    throw new UsageError(`${file} cannot be read: ${String(error)}`);
  });
  const document = parseDocument(text, file);
  if (!isObject(document) || typeof document["openapi"] !== "string")
    throw new UsageError(`${file} is not an OpenAPI document of version 3.`);
  if (Object.keys(isObject(document["paths"]) ? document["paths"] : {}).length === 0)
    throw new UsageError(`${file} has no paths; webhooks alone cannot be converted.`);
  refuseExternalReferences({ file, text, document }, allowsRemote);
  await fetchReferences(document);
  return document;
}

/** The compiler runs what is imported, and the converter does not escape every text of a document. */
async function requireOwnImports(file: string): Promise<void> {
  const { statements } = parseTypeSpec(await readFile(file, "utf8"));
  const foreign = statements.flatMap((each) =>
    each.kind === SyntaxKind.ImportStatement && !each.path.value.startsWith("@typespec/")
      ? [each.path.value]
      : [],
  );
  if (foreign.length > 0)
    throw new UsageError(
      `${file} imports files that its document names, so it was not compiled: ${foreign.join(", ")}`,
    );
}

/** What is `writeOnly` is in every request; the converter has it only where something is created. */
async function keepWriteOnly(file: string): Promise<void> {
  const text = await readFile(file, "utf8");
  const all = ["Create", "Update", "Delete", "Query"].map((each) => `Lifecycle.${each}`);
  await writeFile(
    file,
    text.replaceAll("@visibility(Lifecycle.Create)", `@visibility(${all.join(", ")})`),
  );
}

/** Documents of megabytes take some ten seconds. */
const longestConversionMs = 120_000;

function withoutStack(text: string): string {
  return text.replaceAll(/^\s+at .*\n?/gm, "");
}

async function convert(document: object, file: string, out: string): Promise<void> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "import-"));
  const mended = join(folder.path, "openapi.json");
  await writeFile(mended, JSON.stringify(document));
  const converter = ownCommand("tsp-openapi3", "@typespec/openapi3");
  const run = promisify(execFile)(process.execPath, [converter, mended, "--output-dir", out], {
    timeout: longestConversionMs,
  });
  await run.catch((error: unknown) => {
    // What it cannot format it has written all the same, and the compiler says where it is wrong.
    if (existsSync(join(out, "main.tsp"))) return;
    const { killed, stderr } = error as { killed: boolean; stderr: string };
    const why = killed ? "it takes more than two minutes" : withoutStack(stderr);
    throw new UsageError(`tsp-openapi3 cannot convert ${file}: ${why}`.trimEnd());
  });
}
