import { link, mkdir, readdir, readFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { makeReport } from "@contract-toolkit/conformance";
import { afterEach, beforeEach, expect, test } from "vitest";
import { exportReference } from "../docs/serve.ts";
import { writeFolder } from "@contract-toolkit/generate/generated-files/write";
import { writeReports } from "../replay/write-reports.ts";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";
import { folderWith } from "../testing/folder.ts";
import { importDocument } from "./import.ts";
import { newProject } from "./new.ts";

let folder: string;
let out: string;
let victim: string;

beforeEach(async () => {
  const temporary = await folderWith({ victim: "precious" });
  folder = temporary.path;
  [out, victim] = [temporary.of("out"), temporary.of("victim")];
  await mkdir(temporary.of("elsewhere"));
});

afterEach(() => rm(folder, { recursive: true, force: true }));

type Link = (path: string) => Promise<void>;

/** The links that have the name of a file that is written. */
const links: Readonly<Record<string, Link>> = {
  "a link": (path) => symlink(victim, path),
  "a hard link": (path) => link(victim, path),
  "a link to nothing": (path) => symlink(join(folder, "elsewhere/new"), path),
};

type Writer = () => Promise<unknown>;

const report = makeReport({
  contract: {
    name: "notes",
    title: "Notes",
    version: "1",
    operations: {},
    validators: {},
    refusals: {},
    contentValidators: {},
    boundsCodes: {},
  },
  target: "server",
  planned: [],
  timed: [],
  known: [],
  timing: { startedAt: new Date(0), milliseconds: 0, seed: "s" },
});

/** What writes files, with the name of one of them. */
const writers: Readonly<Record<string, readonly [file: string, write: Writer]>> = {
  writeInside: ["a/b.txt", () => writeInside(out, "a/b.txt", "new")],
  "contract generate": [
    "notes/openapi.json",
    () => writeFolder(out, new Map([["notes/openapi.json", "{}\n"]])),
  ],
  "contract docs --out": [
    "index.html",
    () => exportReference(["generated/sandbox"], undefined, out),
  ],
  "contract replay --report": ["junit.xml", () => writeReports(out, report)],
};

const cases = Object.entries(writers).flatMap(([name, [file, write]]) =>
  Object.keys(links).map((kind) => ({ name, kind, file, write })),
);

test.each(cases)("$name does not write through $kind", async ({ kind, file, write }) => {
  await write();
  const path = join(out, file);
  const written = await readFile(path, "utf8");
  await rm(path);
  await links[kind]?.(path);
  await write();
  expect(await readFile(victim, "utf8")).toBe("precious");
  expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
  expect(await readFile(path, "utf8")).toBe(written);
});

test("a linked folder on the way is refused", async () => {
  await mkdir(out);
  await symlink(join(folder, "elsewhere"), join(out, "a"));
  await expect(writeInside(out, "a/b/c.txt", "new")).rejects.toThrow(`${join(out, "a")} is a link`);
  expect(await readdir(join(folder, "elsewhere"))).toEqual([]);
});

test("contract import and contract new use no folder that has a link", async () => {
  await mkdir(out);
  await symlink(join(folder, "elsewhere/new"), join(out, "main.tsp"));
  await expect(importDocument([victim, "--out", out])).rejects.toThrow("is not empty");
  await expect(newProject([out, "--no-install"])).rejects.toThrow("is not empty");
});

test("the folder that the user names may be a link", async () => {
  await symlink(join(folder, "elsewhere"), out);
  await writeInside(out, "a.txt", "new");
  expect(await readFile(join(folder, "elsewhere/a.txt"), "utf8")).toBe("new");
});
