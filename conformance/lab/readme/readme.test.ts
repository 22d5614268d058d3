import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { typecheck } from "../../testing/compile.ts";
import { blocksOf, printedCommands } from "../testing/readme.ts";

const root = resolve(import.meta.dirname, "../../..");

describe("what the README claims", () => {
  test("its snippets compile", async () => {
    const snippets = await blocksOf("README.md", "ts");
    expect(snippets.length).toBeGreaterThan(1);
    const files = Object.fromEntries(snippets.map((text, index) => [`snippet-${index}.ts`, text]));
    expect(typecheck(files)).toEqual([]);
  });

  test("its npm scripts exist", async () => {
    const { scripts } = JSON.parse(await readFile(resolve(root, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const text = await readFile(resolve(root, "README.md"), "utf8");
    const named = [
      ...text.matchAll(
        /npm (?:run (?:--silent )?)?(start|test|[a-z]+:[a-z]+|token|generate|check|conformance|bench|dev|build|receive|audit)\b/g,
      ),
    ];
    expect(named.length).toBeGreaterThan(2);
    for (const [, name = ""] of named) expect(Object.keys(scripts)).toContain(name);
  });

  test("the Node.js that comes along is one that everything installed takes", async () => {
    const { engines, devDependencies } = JSON.parse(
      await readFile(resolve(root, "package.json"), "utf8"),
    ) as { engines: { node: string }; devDependencies: { node: string } };
    expect(engines.node).toBe(">=20");
    expect(process.version).toBe(`v${devDependencies.node}`);
    const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const env = { ...process.env, PATH: path };
    const { stderr } = await promisify(execFile)("npm", ["ci", "--dry-run"], { cwd: root, env });
    expect(stderr).not.toContain("EBADENGINE");
  });

  test("its commands run as printed", async () => {
    const commands = await printedCommands();
    expect(commands.length).toBeGreaterThan(2);
    for (const command of commands) {
      const args = command.split(" ").slice(2);
      if (args[0] === "replay") {
        // replay-whole.test.ts runs it, twice.
        expect(args).toEqual(["replay", "generated/gateway", "--server", "http://127.0.0.1:3000"]);
        continue;
      }
      // `npm test` runs it before all tests.
      if (args[0] === "check") continue;
      // What it says depends on the branch; scripts/commands/diff.test.ts runs it.
      if (args[0] === "diff") continue;
      // lab/packages/new-project.test.ts runs it, and goes on from there.
      if (args[0] === "new") continue;
      const run = promisify(execFile)(process.execPath, ["scripts/contract.ts", ...args], {
        cwd: root,
      });
      await expect(run, command).resolves.toBeDefined();
    }
  });
});
