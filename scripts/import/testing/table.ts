/**
 * Prints a table of what becomes of each OpenAPI document of a folder: `node scripts/import/testing/table.ts FOLDER`.
 * Each is imported, generated, typechecked and replayed on a mock, in a folder of its own that is removed.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, parse, resolve } from "node:path";
import { isObject } from "@contract-toolkit/contract";
import { parse as parseJson } from "yaml";
import { typecheck } from "../../../conformance/testing/compile.ts";

const [documents = "."] = process.argv.slice(2);
const contract = resolve("scripts/cli/contract.ts");
/** The largest public documents take some minutes. */
const longestMs = 600_000;

console.log("| Document | Import, s | Losses | Generate, s | Typechecked | Replayed |");
console.log("| --- | --- | --- | --- | --- | --- |");
for (const name of (await readdir(documents)).sort()) {
  const folder = await mkdtemp(join(tmpdir(), "documents-"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await writeFile(join(folder, "package.json"), '{ "type": "module" }');
  console.log(`| ${[parse(name).name, ...rowOf(resolve(documents, name), folder)].join(" | ")} |`);
  await rm(folder, { recursive: true });
}

function rowOf(document: string, folder: string): readonly string[] {
  const imported = run(folder, "import", document, "--out", "spec", "--lossy", "--json");
  if (imported.status !== 0) return [firstLine(imported.output), "", "", "", ""];
  const report: unknown = parseJson(imported.output);
  const losses = isObject(report) && Array.isArray(report["losses"]) ? report["losses"].length : 0;
  const before = [imported.seconds, String(losses)];
  const generated = run(folder, "generate", "spec/main.tsp", "--out", "generated");
  if (generated.status !== 0) return [...before, firstLine(generated.output), "", ""];
  const services = readdirSync(join(folder, "generated"), { withFileTypes: true });
  const service = join("generated", services.find((service) => service.isDirectory())?.name ?? "");
  const sources = ["handlers.ts", "index.ts"].map(
    (name) => `import type {} from "${join(folder, service, name)}";\n`,
  );
  const faults = typecheck({ "document.virtual.ts": sources.join("") }, join(folder, service));
  const replayed = run(folder, "replay", service, "--mock");
  const count = /(\d+ of\s+\d+)\s+derived/.exec(replayed.output)?.[1] ?? firstLine(replayed.output);
  return [...before, generated.seconds, verdictOf(faults), count];
}

/** Runs a command of the tool. Its seconds are those of the processor, because other work on the machine does not count. */
function run(cwd: string, ...args: readonly string[]) {
  const file = join(cwd, "processor-time");
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ["--import", `data:text/javascript,${encodeURIComponent(timing(file))}`, contract, ...args],
    { cwd, encoding: "utf8", maxBuffer: 1e9, timeout: longestMs },
  );
  const microseconds = Number(existsSync(file) ? readFileSync(file, "utf8") : NaN);
  return { status, output: stderr + stdout, seconds: (microseconds / 1e6).toFixed(0) };
}

/** Writes the processor time of a process into a file at its end. */
function timing(file: string): string {
  return `import { writeFileSync } from "node:fs";
    process.on("exit", () => {
      const { user, system } = process.cpuUsage();
      writeFileSync(${JSON.stringify(file)}, String(user + system));
    });`;
}

function verdictOf([first, ...others]: ReturnType<typeof typecheck>): string {
  if (first === undefined) return "yes";
  const text = typeof first === "string" ? first : `${first.file}: ${first.text}`;
  return `${firstLine(text)} (${others.length} more)`;
}

function firstLine(text: string): string {
  return (text.trim().split("\n")[0] ?? "").slice(0, 120).replaceAll("|", "\\|");
}
