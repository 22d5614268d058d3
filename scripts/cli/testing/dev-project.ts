import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { vi } from "vitest";
import { writeTemplate } from "../new/template.ts";
import { gitIn } from "./git.ts";
import type { TimedFeedback } from "../dev/feedback.ts";

/** A project that `contract dev` works in. */
export type DevProject = Awaited<ReturnType<typeof startDev>>;

const command = `
import { readFileSync } from "node:fs";
const text = readFileSync("generated/notes/openapi.json", "utf8");
console.log("serves", process.pid, /"NoteName": \\{[^}]*?"maxLength": (\\d+)/.exec(text)?.[1]);
setInterval(() => {}, 1000);
`;

const manifest = JSON.stringify({ type: "module" });

/** With this manifest the project is typechecked, which takes longer than everything else. */
export const manifestWithCompiler = JSON.stringify({
  type: "module",
  devDependencies: { "typescript-7": "7" },
});

const handlers = `import type { Handlers } from "../generated/notes/handlers.ts";

export const handlers: Handlers<undefined> = {
  readNote: (_, reply) => reply(200, { text: "Bread" }),
  writeNote: ({ body }, reply) => reply(200, { text: body.text }),
};
`;

const ownCommand = ["--", process.execPath, "server/main.js"];

/**
 * Makes the project of `contract new` with fewer sources, and starts `contract dev` in it.
 *
 * @param further further arguments; default: run `server/main.js`
 */
export async function startDev(further: readonly string[] = ownCommand) {
  const folder = mkdtempSync(join(tmpdir(), "contract-dev-"));
  const read = (file: string) => readFileSync(join(folder, file), "utf8");
  const write = (file: string, text: string) => {
    writeFileSync(join(folder, file), text);
  };
  const git = gitIn(folder);
  await writeTemplate(folder, manifest);
  for (const part of ["client", "test", "server", ".github"])
    rmSync(join(folder, part), { recursive: true });
  mkdirSync(join(folder, "server"));
  write("server/handlers.ts", handlers);
  write("server/main.js", command);
  write(
    "tsconfig.json",
    read("tsconfig.json").replace('"strict"', '"skipLibCheck": true, "strict"'),
  );
  mkdirSync(join(folder, "node_modules"));
  for (const name of ["@contract-toolkit", "@typespec", "@types", "express", "typescript-7"])
    symlinkSync(resolve("node_modules", name), join(folder, "node_modules", name));
  git("init", "--quiet", "--initial-branch=main");
  git("add", ".");
  git("commit", "--quiet", "--message=Notes");

  const program = [resolve("scripts/cli/contract.ts"), "dev", "--json", "--port", "0"];
  const child = spawn(process.execPath, [...program, ...further], {
    cwd: folder,
    env: { ...process.env, PORT: "0" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => (output.out += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (output.err += chunk.toString()));
  const exit = new Promise<number | null>((done) => child.once("exit", done));
  const feedback = () =>
    output.out
      .split("\n")
      .slice(0, -1)
      .map((line) => JSON.parse(line) as TimedFeedback);
  /** Changes something, and waits for all its feedback. */
  const save = async (change: () => void) => {
    const before = feedback().length;
    change();
    const isDone = () => feedback().length > before && feedback().at(-1)?.about === "done";
    let count: number;
    do {
      await vi.waitUntil(isDone, { timeout: 120_000, interval: 50 });
      count = feedback().length;
      // Changes that are noticed later are a separate save.
      await new Promise((done) => setTimeout(done, quietMs));
    } while (feedback().length > count || !isDone());
    return feedback().slice(before);
  };
  /** The first groups of all matches in the output of the command. */
  const printed = (pattern: RegExp) =>
    [...output.err.matchAll(pattern)].map(([, text = ""]) => text);
  const project = {
    folder,
    read,
    write,
    edit: (file: string, before: string | RegExp, after: string) => {
      write(file, read(file).replace(before, after));
    },
    git,
    save,
    /** For each start of the command: the maximum length of a name in its contract. */
    served: () => printed(/^serves \d+ (\d+)$/gm),
    printed,
    /** The address of the reference pages. */
    url: () => {
      const note = feedback().find(({ about }) => about === "note");
      return note?.about === "note" ? (/http:\S+/.exec(note.text)?.[0] ?? "") : "";
    },
    stop: (signal: NodeJS.Signals) => {
      child.kill(signal);
      return exit;
    },
    isServing: () => {
      try {
        return process.kill(Number(printed(/^serves (\d+) /gm).at(-1)), 0);
      } catch {
        return false;
      }
    },
    remove: () => {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
  await save(() => undefined);
  return project;
}

/** Longer than the time until a change is noticed. */
const quietMs = 300;
