import { appendFile, mkdir, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { folderWith, type Files } from "../testing/folder.ts";
import { printedBy } from "../testing/printed.ts";
import { check } from "./check.ts";
import { runDiff } from "./diff.ts";
import { generate } from "./generate.ts";

const clocks =
  'import "@typespec/http"; using Http; @service namespace Clocks; @get op readClock(): { now: int32 };\n';

/** A project with a specification, packages and further files. */
async function makeProject(files: Files = {}) {
  const project = await folderWith({ "spec/main.tsp": clocks, ...files });
  await symlink(resolve("node_modules"), project.of("node_modules"));
  return project;
}

test("written files are printed, and a terminal shows the progress", async () => {
  await using folder = await makeProject({ "generated/mine.txt": "" });
  const out = folder.of("generated");
  const args = [folder.of("spec/main.tsp"), "--out", out, "--keep", "mine.txt"];
  const first = await printedBy(() => generate(args), { isTerminal: true });
  expect(first.stdout).toContain(`added    ${join(out, "clocks/openapi.json")}\n`);
  expect(first.stderr).toMatch(/compiling .*validators of clocks/s);
  const second = await printedBy(() => generate(args.slice(0, 3)));
  expect(second.stderr).not.toContain("compiling");
});

test("the options of the emitter in tspconfig.yaml are those of generate and check", async () => {
  const options = `"@contract-toolkit/generate": { emitter-output-dir: "{project-root}/own", keep: [mine.txt] }`;
  const config = { "spec/tspconfig.yaml": `options: { ${options} }` };
  await using folder = await makeProject({ ...config, "spec/own/mine.txt": "" });
  const main = folder.of("spec/main.tsp");
  await printedBy(() => generate([main]));
  expect(await readdir(folder.of("spec/own"))).toEqual([
    "choices.md",
    "clocks",
    "manifest.txt",
    "mine.txt",
  ]);
  expect(await printedBy(() => check([main, "--generated-only"]))).toMatchObject({ status: 0 });
});

test("without a record of the last run, contract diff compiles the specification", async () => {
  await using folder = await makeProject();
  const main = folder.of("spec/main.tsp");
  const compared = () => printedBy(() => runDiff(["generated"], folder.path));
  await printedBy(() => generate([main, "--out", folder.of("generated")]));
  expect(await compared()).toMatchObject({ status: 0 });
  await writeFile(main, clocks.replace("int32", "int64"));
  await expect(compared()).rejects.toThrow("generated is out of date");
});

test("a run and a check compile only if one of their inputs or outputs has changed", async () => {
  const files = { "spec/zone.tsp": "\n", "spec/own.js": "export {};\n" };
  await using folder = await makeProject(files);
  const { of } = folder;
  await rm(of("node_modules"));
  await mkdir(of("node_modules"));
  await symlink(resolve("node_modules/@typespec"), of("node_modules/@typespec"));
  const shown = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  process.stderr.isTTY = true;
  const compiles = async () => {
    shown.mockClear();
    await generate([of("spec/main.tsp"), "--out", of("generated")]);
    return shown.mock.calls.some(([text]) => String(text).includes("compiling"));
  };
  const isKept = async () => {
    printed.mockClear();
    await check([of("spec/main.tsp"), "--out", of("generated"), "--spec-only"]);
    return printed.mock.calls.some(([text]) => String(text).includes("nothing has changed"));
  };
  const isRefused = () =>
    runDiff(["generated"], folder.path).then(
      () => false,
      (error: unknown) => {
        expect(String(error)).toContain("is out of date");
        return true;
      },
    );
  const edits: [string, () => Promise<unknown>][] = [
    ["an output was edited", () => appendFile(of("generated/clocks/openapi.json"), " ")],
    ["an output was deleted", () => rm(of("generated/clocks/index.ts"))],
    ["the manifest was edited", () => appendFile(of("generated/manifest.txt"), "\n")],
    ["the specification was edited", () => prepend(of("spec/main.tsp"), 'import "./zone.tsp";')],
    ["an imported file was edited", () => appendFile(of("spec/zone.tsp"), "model Zone {}")],
    ["a setting was added", () => writeFile(of("tspconfig.yaml"), "{}")],
    ["a scenario was added", () => writeFile(of("spec/clocks/scenarios/none.yaml"), "steps: []")],
    ["the tools have changed", () => editRecord(of("node_modules/.cache/contract"))],
    ["a JavaScript module is imported", () => prepend(of("spec/zone.tsp"), 'import "./own.js";')],
  ];
  await mkdir(of("spec/clocks/scenarios"), { recursive: true });
  await compiles();
  await writeFile(of("generated/mine.txt"), "");
  await expect(compiles()).rejects.toThrow("Nothing was changed");
  await rm(of("generated/mine.txt"));
  expect(await compiles()).toBe(false);
  // The typecheck of `contract check` keeps its state in the same folder.
  await writeFile(of("node_modules/.cache/contract/types.tsbuildinfo"), "{}");
  expect(await isRefused()).toBe(false);
  for (const [what, edit] of edits) {
    await edit();
    if (/specification|imported|setting/.test(what))
      expect([what, await isRefused()]).toEqual([what, true]);
    // A specification with JavaScript is always compiled.
    const expected = what === "a JavaScript module is imported";
    const found = [await compiles(), await isRefused(), await compiles()];
    expect([what, ...found]).toEqual([what, true, false, expected]);
    if (/^the (specification|tools)/.test(what))
      expect([what, await isKept(), await isKept()]).toEqual([what, false, true]);
  }
  await compiles();
  expect(printed).toHaveBeenLastCalledWith(expect.stringMatching(/^\d+ files, 0 changed\.\n$/));
  process.stderr.isTTY = false;
  vi.restoreAllMocks();
});

async function prepend(file: string, text: string): Promise<void> {
  await writeFile(file, `${text}\n${await readFile(file, "utf8")}`);
}

async function editRecord(folder: string): Promise<void> {
  const [name = ""] = await readdir(folder);
  const text = await readFile(join(folder, name), "utf8");
  await writeFile(join(folder, name), text.replace(/"tools":"./, '"tools":"-'));
}
