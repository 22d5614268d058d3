import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { banner } from "../modules/banner.ts";
import { compareFolder } from "./compare.ts";
import { writeFolder } from "./write.ts";

let folder: string;
let out: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "write-folder-"));
  out = join(folder, "generated");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const files = new Map([
  ["clocks/openapi.json", "{}\n"],
  ["clocks/index.ts", "export {};\n"],
]);

/** All entries of a folder, with links and folders. */
async function contentOf(path: string): Promise<string[]> {
  return (await readdir(path, { recursive: true })).sort();
}

async function put(path: string, text = "mine\n"): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
}

test("creates the folder, with a manifest in the format of sha256sum", async () => {
  expect(await writeFolder(out, files)).toHaveLength(3);
  expect(await contentOf(out)).toEqual([
    "clocks",
    "clocks/index.ts",
    "clocks/openapi.json",
    "manifest.txt",
  ]);
  expect(await readFile(join(out, "manifest.txt"), "utf8")).toMatch(
    /^# Written by .*\n[0-9a-f]{64} {2}clocks\/index\.ts\n[0-9a-f]{64} {2}clocks\/openapi\.json\n$/,
  );
  expect(await writeFolder(out, files)).toEqual([]);
});

test("removes files that are no longer generated, and empty folders", async () => {
  await writeFolder(out, files);
  await put(join(out, "clocks/values.js"), banner("js"));
  await put(join(out, "coverage.md"), banner("md"));
  const changed = await writeFolder(out, new Map([["other.json", "{}\n"]]));
  expect(changed.map(({ file, kind }) => `${kind} ${file}`).sort()).toEqual([
    "changed manifest.txt",
    "missing other.json",
    "stale clocks/index.ts",
    "stale clocks/openapi.json",
    "stale clocks/values.js",
    "stale coverage.md",
  ]);
  expect(await contentOf(out)).toEqual(["manifest.txt", "other.json"]);
});

test("overwrites what was edited by hand, and what its first line says is generated", async () => {
  await put(join(out, "clocks/index.ts"), banner("ts"));
  await writeFolder(out, files);
  await put(join(out, "clocks/openapi.json"), "edited\n");
  await writeFolder(out, files);
  expect(await readFile(join(out, "clocks/openapi.json"), "utf8")).toBe("{}\n");
});

test("accepts a manifest with a merge conflict", async () => {
  await writeFolder(out, files);
  const manifest = join(out, "manifest.txt");
  const text = await readFile(manifest, "utf8");
  const theirs = text.replaceAll(/[0-9a-f]{64}/g, "0".repeat(64));
  await writeFile(manifest, `<<<<<<< HEAD\n${theirs}=======\n${text}>>>>>>> branch\n`);
  await writeFolder(out, new Map([["clocks/index.ts", files.get("clocks/index.ts") ?? ""]]));
  expect(await contentOf(out)).toEqual(["clocks", "clocks/index.ts", "manifest.txt"]);
});

describe("changes nothing if the folder has something that was not generated:", () => {
  test.each([
    ["a file beside", "README.md"],
    ["a file among the generated", "clocks/notes.md"],
    ["a git folder", ".git/config"],
    ["a specification", "spec/main.tsp"],
    ["installed packages", "node_modules/express/index.js"],
    ["a file in the place of a generated one", "clocks/openapi.json"],
    ["a manifest of another program", "manifest.txt"],
  ])("%s", async (_, path) => {
    await put(join(out, path));
    const before = await contentOf(out);
    await expect(writeFolder(out, files)).rejects.toThrow(join(out, path));
    expect(await contentOf(out)).toEqual(before);
    expect(await readFile(join(out, path), "utf8")).toBe("mine\n");
  });

  test("a link to another folder", async () => {
    await put(join(folder, "src/index.ts"));
    await mkdir(out);
    await symlink(join(folder, "src"), join(out, "clocks"));
    await expect(writeFolder(out, files)).rejects.toThrow(join(out, "clocks"));
    expect(await readFile(join(folder, "src/index.ts"), "utf8")).toBe("mine\n");
  });

  test("a file in the place of one that is no longer generated", async () => {
    await writeFolder(out, files);
    await put(join(out, "clocks/openapi.json"));
    const said = `did not write, or that were changed since:\n  ${join(out, "clocks/openapi.json")}`;
    await expect(writeFolder(out, new Map())).rejects.toThrow(said);
    expect(await readFile(join(out, "clocks/openapi.json"), "utf8")).toBe("mine\n");
  });
});

test("names ten files if there are very many", async () => {
  for (let index = 0; index < 50; index += 1) await put(join(out, `mine/${index}.txt`));
  const message = inspect(await writeFolder(out, files).catch((error: unknown) => error));
  expect(message.match(/mine\/\d+\.txt/g)).toHaveLength(10);
});

describe("--keep", () => {
  test("keeps files and folders in this run and in later ones", async () => {
    await put(join(out, "README.md"));
    await put(join(out, "clocks/extra/a.ts"));
    await writeFolder(out, files, ["README.md", "./clocks/extra/"]);
    await writeFolder(out, files);
    expect((await compareFolder(out, files)).differences).toEqual([]);
    await writeFolder(out, new Map());
    expect(await contentOf(out)).toEqual([
      "README.md",
      "clocks",
      "clocks/extra",
      "clocks/extra/a.ts",
      "manifest.txt",
    ]);
  });

  test("refuses to keep a file that would be generated", async () => {
    await put(join(out, "clocks/openapi.json"));
    await expect(writeFolder(out, files, ["clocks"])).rejects.toThrow("clocks/openapi.json");
    expect(await readFile(join(out, "clocks/openapi.json"), "utf8")).toBe("mine\n");
  });
});
