import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { afterAll, expect, test } from "vitest";
import { full, longTest } from "../../server/gateway/testing/long-test.ts";
import { generateContracts } from "../../server/skeleton/testing/generated.ts";
import { blocksOf } from "./readme.ts";
import { run } from "./user.ts";

const repository = resolve(import.meta.dirname, "../..");
const { folder: generated } = await generateContracts(
  join(repository, "docs/examples/smallest/main.tsp"),
);

const folder = mkdtempSync(join(tmpdir(), "frameworks-"));
mkdirSync(join(folder, "node_modules"));
for (const path of [
  "@contract-toolkit",
  "../bench/node_modules/hono",
  "../bench/node_modules/@hono",
  "../bench/node_modules/fastify",
])
  symlinkSync(join(repository, "node_modules", path), join(folder, "node_modules", basename(path)));
await writePrograms(folder);

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test.each(["hono", "fastify"])("the router runs in %s", async (name) => {
  const { printed } = run(process.execPath, [join(folder, `${name}.ts`)], { PORT: "0" });
  const url = await printed(/http:\S+/);
  expect(await (await fetch(new URL("/health", url))).text()).toBe("ok");
  await expectGreeter((path, init) => fetch(new URL(path, url), init));
});

test("the router runs in a route handler of Next", async () => {
  const { GET, POST } = (await import(join(folder, "next.ts"))) as Record<
    "GET" | "POST",
    (request: Request) => Promise<Response>
  >;
  await expectGreeter((path, init) =>
    (init?.method === "POST" ? POST : GET)(new Request(`http://localhost${path}`, init)),
  );
});

if (full)
  longTest("the router runs in NestJS, Bun and Deno", 300_000, async (step) => {
    const project = mkdtempSync(join(tmpdir(), "frameworks-installed-"));
    try {
      await writePrograms(project);
      step("npm install");
      const packages = ["bun@1", "deno@2", "@nestjs/core@12", "@nestjs/common@12"];
      const peers = ["@nestjs/platform-express@12", "reflect-metadata@0.2", "rxjs@7"];
      const options = { cwd: project, stdio: "inherit" as const };
      execFileSync("npm", ["install", "--no-audit", "--no-fund", ...packages, ...peers], options);
      const scope = "node_modules/@contract-toolkit";
      symlinkSync(join(repository, scope), join(project, scope));
      const root = `import { Module } from "@nestjs/common";\nexport class AppModule {}\nModule({})(AppModule);\n`;
      writeFileSync(join(project, "app.module.ts"), root);
      const programs = join(project, "node_modules/.bin");
      const commands = {
        nest: [process.execPath],
        bun: [join(programs, "bun")],
        deno: [join(programs, "deno"), "run", "--allow-all"],
      };
      for (const [name, [command = "", ...args]] of Object.entries(commands)) {
        step(name);
        const { printed, end } = run(command, [...args, join(project, `${name}.ts`)], {
          PORT: "0",
        });
        const url = await printed(/http:[^\s)]+/);
        await expectGreeter((path, init) => fetch(new URL(path, url), init));
        await end();
      }
    } finally {
      rmSync(project, { recursive: true });
    }
  });

/** Writes the programs of the page, which begin with their file names. */
async function writePrograms(target: string): Promise<void> {
  mkdirSync(join(target, "generated"), { recursive: true });
  cpSync(join(generated, "greeter"), join(target, "generated/greeter"), { recursive: true });
  writeFileSync(join(target, "package.json"), '{ "type": "module" }\n');
  for (const block of await blocksOf("docs/guides/frameworks.md", "ts")) {
    const [, name = ""] = /^\/\/ (\S+)\n/.exec(block) ?? [];
    writeFileSync(join(target, name), block);
  }
}

async function expectGreeter(send: (path: string, init?: RequestInit) => Promise<Response>) {
  const good = await send("/v9/greetings/Ada");
  expect(await good.json()).toEqual({ text: "Good morning, Ada." });
  const bad = await send(`/v9/greetings/${"a".repeat(30)}`);
  expect([bad.status, bad.headers.get("content-type")]).toEqual([400, "application/problem+json"]);
  const init = { method: "POST", body: "{", headers: { "content-type": "application/json" } };
  expect((await send("/v9/greetings/Ada", init)).status).toBe(405);
  expect(await (await send("/v9/nothing")).json()).toMatchObject({ title: "Not Found" });
}
