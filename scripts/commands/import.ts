import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { indented, isObject, type Line, pointerNames } from "@contract-toolkit/kernel";
import { parse as parseTypeSpec, SyntaxKind } from "@typespec/compiler/ast";
import { parseDocument } from "../documents/parse.ts";
import { ownCommand } from "../check/project.ts";
import { compileSpec } from "../generate/compile.ts";
import { emitDocument } from "../generate/openapi/documents.ts";
import { authenticationFile, markLeftOut, type Completed } from "../import/complete.ts";
import { lossesOf } from "../import/losses.ts";
import { fix } from "../import/fixes.ts";
import { leaveOutExamples, refuseExternalReferences } from "../import/external-references.ts";
import { serviceName } from "../import/names.ts";
import { positionsIn } from "../import/positions.ts";
import { fetchReferences } from "../import/remote-references.ts";
import { fixUnprintable } from "../import/unprintable.ts";
import type { Fix } from "../import/fix.ts";
import { runNode } from "../processes.ts";
import { print, printJson } from "../terminal/print.ts";
import { startStatusLine } from "../terminal/status-line.ts";
import { UsageError } from "../usage-error.ts";
import { writeInside } from "../write-inside.ts";

export const help = `contract import FILE [options]

Converts an OpenAPI document (3.0 or 3.1, JSON or YAML) to TypeSpec.

  --out DIR       folder for main.tsp, which must not exist yet  (default: spec)
  --allow-remote  fetch references ($ref) to http and https addresses
  --lossy         exit with 0 although something was lost
  --json          print {"fixes", "losses"} as JSON

tsp-openapi3 does the conversion. Parts of FILE that would not compile are changed first. Afterwards contract diff compares
FILE with the TypeSpec, and every difference is a loss. Changes and losses are reported with their places in FILE, errors
that remain with file, line and column.

Only FILE is read. A reference to another file is refused, with its line. So is a reference to an address without
--allow-remote. Bundle such a document into one file first. Invisible characters are escaped in descriptions and titles,
and refused in names and values.

Exit status: 0 nothing was lost, or --lossy, 1 something was lost, 2 could not convert.
`;

/** Converts an OpenAPI document to TypeSpec, compiles it and reports the differences. */
export async function importDocument(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", default: "spec" },
      "allow-remote": { type: "boolean", default: false },
      lossy: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const [file, ...further] = positionals;
  if (file === undefined || further.length > 0)
    throw new UsageError("import needs exactly one OpenAPI file.", { isOfCall: true });
  if ((await readdir(values.out).catch(() => [])).length > 0)
    throw new UsageError(`${values.out} is not empty. Give another folder with --out DIR.`);
  using status = startStatusLine();
  status.show(`reading ${file}`);
  const { document, text } = await readDocument(file, values["allow-remote"]);
  const escaped = fixUnprintable(document, file);
  const source = structuredClone(document);
  const fixes = [...escaped, ...fix(document)];
  const changed = placed(fixes, file, text);
  // The changes are printed first, because errors of the compiler refer to the changed document.
  status.clear();
  if (!values.json)
    print(describe("Changed, because it cannot be converted without a change:", changed));
  const complete = markLeftOut(document);
  status.show(`converting ${file} with tsp-openapi3`);
  await convert(document, file, values.out);
  const main = join(values.out, mainFile);
  await requireOwnImports(main);
  await writeComplete(complete(await readFile(main, "utf8")), values.out);
  status.show(`comparing ${file} with what ${main} says`);
  const differences = lossesOf(source, await emitDocument(await compileSpec(main)));
  const { names = [], losses: lost = [] } = Object.groupBy(differences, ({ isOfName }) =>
    isOfName ? "names" : "losses",
  );
  const known = new Set(fixes.map(({ pointer }) => pointer));
  const others = placed(
    names.filter(({ pointer }) => !known.has(pointer)),
    file,
    text,
  );
  const losses = placed(lost, file, text);
  status.clear();
  if (values.json) printJson({ fixes: [...changed, ...others], losses });
  else
    print([
      ...describe("Documented in another way:", others),
      ...describe("Lost:", losses),
      `${main} compiles. ${nextStep(losses.length, values.lossy)}`,
    ]);
  return losses.length > 0 && !values.lossy ? 1 : 0;
}

function nextStep(count: number, isAllowed: boolean): string {
  if (count > 0 && !isAllowed)
    return "It does not have everything that the document has. Add what was lost, or accept the loss with --lossy.";
  return "Next: npx contract generate";
}

/** A change with its position in the document, `file:line:column`. */
interface Placed extends Fix {
  readonly position: string;
}

function placed(fixes: readonly Fix[], file: string, text: string): Placed[] {
  if (fixes.length === 0) return [];
  const positionOf = positionsIn(text);
  return fixes.map(({ pointer, what }) => ({
    pointer,
    what,
    position: `${file}${positionOf(pointerNames(pointer))}`,
  }));
}

/** Lists changes. Of many equal ones it lists only the first; `--json` has all. */
function describe(title: string, fixes: readonly Placed[]): Line[] {
  if (fixes.length === 0) return [];
  const groups = Map.groupBy(fixes, ({ what }) => what.replace(/(operation id) .*/, "$1"));
  const lines = [...groups.values()].flatMap((group) => {
    const first = group
      .slice(0, MOST_LISTED)
      .map(({ position, pointer, what }) => `${position} ${pointer}: ${what}`);
    const rest = group.length - first.length;
    return rest > 0 ? [...first, `and the same in ${rest} more places`] : first;
  });
  return [title, ...lines.map((line) => indented(line, 2))];
}

const MOST_LISTED = 20;

const mainFile = "main.tsp";

async function writeComplete(completed: Completed, out: string) {
  await writeInside(out, mainFile, completed.main);
  if (completed.authentication !== undefined)
    await writeInside(out, authenticationFile, completed.authentication);
  await runNode([ownCommand("tsp", "@typespec/compiler"), "format", out]);
}

async function readDocument(file: string, allowsRemote: boolean) {
  const text = await readFile(file, "utf8");
  const document = parseDocument(text, file);
  if (!isObject(document) || typeof document["openapi"] !== "string")
    throw new UsageError(`${file} is not an OpenAPI document of version 3.`);
  if (Object.keys(isObject(document["paths"]) ? document["paths"] : {}).length === 0)
    throw new UsageError(`${file} has no paths; webhooks alone cannot be converted.`);
  leaveOutExamples(document);
  refuseExternalReferences({ file, text, document }, allowsRemote);
  await fetchReferences(document);
  return { document, text };
}

/** Refuses other imports: the compiler runs imported modules, and the converter does not escape every text of a document. */
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

/** Documents of some megabytes take about ten seconds. */
const longestConversionMs = 120_000;

async function convert(
  document: Record<string, unknown>,
  file: string,
  out: string,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "import-"));
  const fixed = join(folder, "openapi.json");
  await writeFile(fixed, JSON.stringify(document));
  const converter = ownCommand("tsp-openapi3", "@typespec/openapi3");
  const name = serviceName(document);
  const options = ["--output-dir", out, ...(name === undefined ? [] : ["--namespace", name])];
  const run = promisify(execFile)(process.execPath, [converter, fixed, ...options], {
    timeout: longestConversionMs,
  });
  const error: unknown = await run.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  await rm(folder, { recursive: true });
  // If only the formatting failed, the file was written, and the compiler reports what is wrong with it.
  if (error === undefined || existsSync(join(out, mainFile))) return;
  const { killed, stderr } = error as { killed: boolean; stderr: string };
  const withoutStack = stderr.replaceAll(/^\s+at .*\n?/gm, "");
  const why = killed ? "it takes more than two minutes" : withoutStack;
  throw new UsageError(`tsp-openapi3 cannot convert ${file}: ${why}`.trimEnd());
}
