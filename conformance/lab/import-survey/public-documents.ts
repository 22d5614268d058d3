/**
 * Imports OpenAPI documents that are in use, generates from them, typechecks what comes of it, and replays it on a mock.
 *
 * `node conformance/lab/import-survey/public-documents.ts FOLDER` prints a row of a table for each document in FOLDER.
 */
import { spawnSync } from "node:child_process";
import { mkdtempDisposableSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, parse, resolve } from "node:path";
import { isObject } from "@contract-toolkit/kernel";
import { parseDocument } from "../../../scripts/documents/parse.ts";

const root = join(import.meta.dirname, "../../..");
const tsc = [
  join(root, "node_modules/typescript/bin/tsc"),
  ...["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--allowImportingTsExtensions"],
  ...["--module", "nodenext", "--target", "es2023", "--types", "node"],
];

/** The cells of a document's row, as far as it comes. */
function row(file: string): string[] {
  using folder = mkdtempDisposableSync(join(tmpdir(), "public-document-"));
  symlinkSync(join(root, "node_modules"), join(folder.path, "node_modules"));
  const run = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: folder.path, encoding: "utf8", maxBuffer: 2 ** 30 });
  const contract = (...args: string[]) => run(join(root, "scripts/contract.ts"), ...args);
  const cells = [parse(file).name, String(operationsOf(file))];
  const imported = contract("import", file, "--lossy", "--json");
  if (imported.status !== 0) return [...cells, `no: ${firstLine(imported.stderr)}`];
  const { losses } = JSON.parse(imported.stdout) as { losses: unknown[] };
  cells.push("yes", String(losses.length));
  const generated = contract("generate");
  if (generated.status !== 0) return [...cells, `no: ${firstLine(generated.stderr)}`];
  const services = readdirSync(join(folder.path, "generated"), { withFileTypes: true })
    .filter((each) => each.isDirectory())
    .map(({ name }) => join("generated", name));
  const sources = services.flatMap((each) => [`${each}/handlers.ts`, `${each}/index.ts`]);
  const checked = run(...tsc, ...sources);
  const replayed = services.map((each) => contract("replay", each, "--mock"));
  const summaries = replayed.map(({ stdout }) => /\d+ passed, .* errors/.exec(stdout)?.[0] ?? "no");
  return [...cells, "yes", checked.status === 0 ? "yes" : "no", summaries.join("; ")];
}

function operationsOf(file: string): number {
  const document = parseDocument(readFileSync(file, "utf8"), file);
  const { paths } = isObject(document) ? document : {};
  return Object.values(isObject(paths) ? paths : {})
    .flatMap((item) => Object.values(isObject(item) ? item : {}))
    .filter((each) => isObject(each) && "responses" in each).length;
}

function firstLine(text: string): string {
  return text.trim().split("\n")[0] ?? "";
}

const [folder = "."] = process.argv.slice(2);
console.log("| Document | Operations | Imported | Losses | Generated | Typechecked | Replayed |");
console.log("| --- | --- | --- | --- | --- | --- | --- |");
for (const name of readdirSync(folder))
  console.log(`| ${row(resolve(folder, name)).join(" | ")} |`);
