import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { follow } from "../../../server/skeleton/testing/running-process.ts";

const program = resolve(import.meta.dirname, "../contract.ts");
const generated = resolve(import.meta.dirname, "../../../generated/merchant");
const folder = mkdtempSync(join(tmpdir(), "docs-"));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test("the reference and a mock are served together", async () => {
  const command = docs(generated, "--port", "0");
  const [, url = ""] = await command.printed(/Reference at (\S+)/);
  const page = await fetch(url);
  expect(page.headers.get("content-security-policy")).toContain("script-src 'self'");
  expect(await (await fetch(`${url}start.js`)).text()).not.toMatch(/\binterface\b/);
  expect(await (await fetch(`${url}merchant.json`)).json()).toHaveProperty("paths");
  const asked = await fetch(new URL("/nothing", url), { method: "POST" });
  expect([asked.status, asked.headers.get("x-mock-sample")]).toEqual([404, expect.any(String)]);
  expect((await fetch(`${url}..%2fpackage.json`)).status).toBe(404);
});

test("the exported reference names the server of its requests", async () => {
  const { closed } = docs(
    generated,
    "--out",
    "exported",
    "--server",
    "http://shop.example:8080/v1",
  );
  expect(await closed).toBe(0);
  const read = (name: string) => readFileSync(join(folder, "exported", name), "utf8");
  expect(JSON.parse(read("merchant.json"))).toHaveProperty("servers", [
    { url: "http://shop.example:8080/v1" },
  ]);
  expect(read("index.html")).toContain("connect-src &#39;self&#39; http://shop.example:8080;");
});

test("--site is refused without a site", async () => {
  const running = docs("--site");
  expect(await running.closed).toBe(2);
  expect(running.written()).toContain('package.json has no script "site"');
});

function docs(...args: string[]) {
  const running = follow(spawn(process.execPath, [program, "docs", ...args], { cwd: folder }));
  onTestFinished(() => running[Symbol.asyncDispose]());
  return running;
}
