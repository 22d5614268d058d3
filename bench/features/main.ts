import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { writeFolder } from "../../scripts/cli/generated-files/write.ts";
import { generate } from "../../scripts/generate/index.ts";
import type { Contender } from "./contender.ts";
import { trials } from "./rows.ts";

// Installs other client libraries, generates a client with each from one document, tries each feature, and prints a table in Markdown.
// It needs a registry, so no test runs it.

/** The programs of the folder `contenders`, by the name of their column. */
const programs = {
  "Contract toolkit": "contract-toolkit",
  "openapi-fetch": "openapi-fetch",
  "Hey API": "hey-api",
  Kubb: "kubb",
  orval: "orval",
  "Stainless (`openai`)": "stainless",
};

/** Shows why a client does not have a feature: its error, or a mistake of the trial. */
function report(error: unknown): false {
  console.error(error);
  return false;
}

const kubb = ["cli", "core", "plugin-client", "plugin-oas", "plugin-ts", "plugin-zod"];

const packages = [
  ...["@hey-api/openapi-ts@0.99.0", "openai@7.59.0", "openapi-fetch@0.17.0"],
  ...["openapi-typescript@7.13.0", "orval@8.38.0", "typescript@5.9.3", "zod@4.6.7"],
  ...kubb.map((name) => `@kubb/${name}@4.39.3`),
];

const typeRows = ["has errors typed by status", "has models to import"];
const sizeRows = ["size with one operation", "size with validation"];

const folder = mkdtempSync(join(tmpdir(), "features-"));
try {
  await install();
  console.log(await table());
} finally {
  rmSync(folder, { recursive: true });
}

async function install(): Promise<void> {
  await writeFile(join(folder, "package.json"), '{ "type": "module" }\n');
  run("npm", "install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages);
  for (const name of ["contenders", "generators"])
    cpSync(join(import.meta.dirname, name), folder, { recursive: true });
  await writeFolder(
    join(folder, "contract-toolkit"),
    await generate(join(import.meta.dirname, "notes.tsp")),
  );
  const ours = "node_modules/@contract-toolkit";
  mkdirSync(join(folder, ours), { recursive: true });
  for (const name of ["client", "contract"])
    symlinkSync(resolve(import.meta.dirname, "../..", ours, name), join(folder, ours, name));
  cpSync(join(folder, "contract-toolkit/notes/openapi.json"), join(folder, "openapi.json"));
  const binaries = join(folder, "node_modules/.bin");
  run(
    join(binaries, "openapi-typescript"),
    "openapi.json",
    "-o",
    "openapi-typescript.ts",
    "--enum",
  );
  run(join(binaries, "openapi-ts"), "--silent");
  run(join(binaries, "orval"), "--config", "orval.config.js");
  run(join(binaries, "kubb"), "generate", "--config", "kubb.config.js");
}

async function table(): Promise<string> {
  const columns: string[][] = [];
  for (const program of Object.values(programs)) {
    console.error(`Trying ${program} ...`);
    const contender = await load(program);
    const cells = [];
    for (const [feature, trial] of Object.entries(trials))
      cells.push(cell(contender, feature, await trial(contender, feature).catch(report)));
    for (const feature of typeRows)
      cells.push(cell(contender, feature, await compiles(contender.types[feature])));
    for (const size of ["plain", "validated"] as const)
      cells.push(await weigh(contender.sizes[size]));
    columns.push([contender.versions.map(versionOf).join(", ") || "0.1.0", ...cells]);
  }
  const rows = ["version", ...Object.keys(trials), ...typeRows, ...sizeRows];
  return [
    ["", ...Object.keys(programs)],
    ["---", ...columns.map(() => "---")],
    ...rows.map((name, index) => [name, ...columns.map((column) => column[index])]),
  ]
    .map((cells) => `| ${cells.join(" | ")} |`)
    .join("\n");
}

function cell({ needs }: Contender, feature: string, isThere: boolean): string {
  const { [feature]: need } = needs;
  return !isThere ? "no" : need === undefined ? "yes" : `with ${need}`;
}

async function load(program: string): Promise<Contender> {
  const outfile = join(folder, `${program}.bundle.js`);
  const platform = { platform: "node", format: "esm", target: "node24" } as const;
  await build({ entryPoints: [join(folder, `${program}.js`)], outfile, bundle: true, ...platform });
  return (await import(pathToFileURL(outfile).href)) as Contender;
}

/** Whether a program compiles. Mistakes in generated code count only if they reach it. */
async function compiles(program: string | undefined): Promise<boolean> {
  if (program === undefined) return false;
  await writeFile(join(folder, "program.ts"), `${program}\n`);
  const strict = "--strict --skipLibCheck --noEmit --target es2024 --lib es2024,dom,dom.iterable";
  const modules = "--module esnext --moduleResolution bundler --allowImportingTsExtensions";
  const args = [...strict.split(" "), ...modules.split(" "), "program.ts"];
  const { stdout } = spawnSync(join(folder, "node_modules/.bin/tsc"), args, {
    cwd: folder,
    encoding: "utf8",
  });
  console.error(stdout);
  return !/^program\.ts/m.test(stdout);
}

/** The size of a program in a browser: bundled, minified and compressed. */
async function weigh(contents: string | undefined): Promise<string> {
  if (contents === undefined) return "";
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
    ...{ bundle: true, minify: true, write: false },
    ...{ format: "esm", platform: "browser", target: "es2022", logLevel: "error" },
  });
  return `${(gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length / 1_000).toFixed(1)} kB`;
}

function versionOf(name: string): string {
  const { version } = JSON.parse(
    readFileSync(join(folder, "node_modules", name, "package.json"), "utf8"),
  ) as { version: string };
  return `${name} ${version}`;
}

function run(command: string, ...args: string[]): void {
  execFileSync(command, args, { cwd: folder, stdio: ["ignore", 2, 2] });
}
