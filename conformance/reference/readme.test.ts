import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { delimiter, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { startTestGateway } from "../testing/gateway.ts";
import { typecheck } from "../testing/compile.ts";

const root = resolve(import.meta.dirname, "../..");

/** Fenced blocks of a document in one language. */
async function blocksOf(file: string, language: string): Promise<string[]> {
  const text = await readFile(resolve(root, file), "utf8");
  return [...text.matchAll(/^```(\w+)\n(.*?)^```$/gms)]
    .filter((match) => match[1] === language)
    .map((match) => match[2] ?? "");
}

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
        /npm (?:run (?:--silent )?)?(start|test|[a-z]+:[a-z]+|token|generate|check|conformance|bench|dev)\b/g,
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
    const commands = (await blocksOf("README.md", "sh"))
      .join("")
      .split("\n")
      .filter((line) => line.startsWith("npx contract "));
    expect(commands.length).toBeGreaterThan(2);
    await using gateway = await startTestGateway();
    for (const command of new Set(commands)) {
      const args = command.replace("http://127.0.0.1:3000", gateway.url.href).split(" ").slice(2);
      // The rest of `check` is a step of its own in `npm test`; another server has another token.
      const further = {
        check: ["--generated-only"],
        replay: ["--header", `X-SERVICE-AUTH: ${gateway.token}`],
      }[args[0] ?? ""];
      const run = promisify(execFile)(
        process.execPath,
        ["scripts/contract.ts", ...args, ...(further ?? [])],
        { cwd: root },
      );
      await expect(run, command).resolves.toBeDefined();
    }
  });
});
