import { execFileSync } from "node:child_process";
import { mkdir, mkdtempDisposable, readdir, readFile, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, test, vi } from "vitest";
import { generate } from "./generate.ts";

/** A project of somebody: a specification, sources, a git repository. */
async function makeProject(folder: string): Promise<void> {
  await mkdir(join(folder, "spec"));
  await writeFile(
    join(folder, "spec/main.tsp"),
    'import "@typespec/http"; using Http; @service namespace Clocks; @get op readClock(): { now: int32 };\n',
  );
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  await mkdir(join(folder, "src"));
  await writeFile(join(folder, "src/app.ts"), "export {};\n");
  execFileSync("git", ["init", "--quiet"], { cwd: folder });
}

async function contentOf(folder: string): Promise<[string, string][]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((each) => each.isFile())
    .map((each) => join(each.parentPath, each.name));
  return Promise.all(
    paths.map(async (path): Promise<[string, string]> => [path, await readFile(path, "utf8")]),
  );
}

test.each([".", "spec", "src"])("nothing is lost when --out is %s of a project", async (out) => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "generate-"));
  await makeProject(folder.path);
  const before = await contentOf(folder.path);
  await expect(
    generate([join(folder.path, "spec/main.tsp"), "--out", join(folder.path, out)]),
  ).rejects.toThrow("Nothing was changed");
  expect(await contentOf(folder.path)).toEqual(before);
});

test("a specification that is not there is told, with what to name instead", async () => {
  await expect(generate(["nowhere/main.tsp"])).rejects.toThrow(
    /nowhere\/main\.tsp not found\. Name the first file of the specification/,
  );
});

test("what was written is told as such; a terminal shows meanwhile what is being done", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "generate-"));
  await makeProject(folder.path);
  const out = join(folder.path, "generated");
  const args = [join(folder.path, "spec/main.tsp"), "--out", out];
  const printed = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const told = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const textOf = ({ mock }: typeof printed) => mock.calls.map(([text]) => String(text)).join("");
  process.stderr.isTTY = true;
  await generate(args);
  expect(textOf(printed)).toContain(`added    ${join(out, "clocks/openapi.json")}\n`);
  expect(textOf(told)).toMatch(/compiling .*validators of clocks/s);
  told.mockClear();
  process.stderr.isTTY = false;
  await generate(args);
  expect(textOf(told)).not.toContain("compiling");
  vi.restoreAllMocks();
});

test("--keep names what is somebody's own in the folder", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "generate-"));
  await makeProject(folder.path);
  const before = await contentOf(folder.path);
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
  vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const specification = join(folder.path, "spec/main.tsp");
  const out = ["--out", join(folder.path, "src")];
  expect(await generate([specification, ...out, "--keep", "app.ts"])).toBe(0);
  expect(await generate([specification, ...out])).toBe(0);
  vi.restoreAllMocks();
  expect(await contentOf(folder.path)).toEqual(expect.arrayContaining(before));
});
