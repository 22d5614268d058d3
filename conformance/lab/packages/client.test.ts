import { build } from "esbuild";
import { execFile, execFileSync } from "node:child_process";
import { existsSync, realpathSync } from "node:fs";
import { delimiter, join, resolve } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { afterAll, expect, test } from "vitest";
import { callback, now, secret, signed } from "../../../client/example-callbacks.ts";
import { page } from "../../../client/examples.ts";
import { json, serve } from "../../../client/runtime/testing.ts";
import { installPackages } from "./installed.ts";

const project = installPackages();

afterAll(() => {
  project[Symbol.dispose]();
});

test("runs on every Node.js here that it declares", { timeout: 60_000 }, async () => {
  const { engines } = project.manifests.get("payment-gateway-client") ?? {};
  const [, least] = /^>=(\d+)$/.exec(engines?.node ?? "") ?? [];
  const declared = nodesOnPath().filter(({ major }) => major >= Number(least));
  expect(declared.map(({ path }) => path)).toContain(realpathSync(process.execPath));
  const { baseUrl } = await serve((response, count) => {
    json(response, 200, count % 2 === 1 ? page(1, 1) : { transactions: [] });
  });
  const body = callback();
  const given = JSON.stringify({ baseUrl, secret, body, headers: signed(body), now });
  for (const { path } of declared) {
    const args = ["--input-type=module", "--eval", program, given];
    const child = promisify(execFile)(path, args, { cwd: project.folder });
    expect((await child).stdout, path).toBe("A-1\norder.payment\noutside-contract\n");
  }
});

/** Uses every entry of the installed package. */
const program = `
import { createClient } from "payment-gateway-client";
import { paginate } from "payment-gateway-client/pagination";
import { responseValidation } from "payment-gateway-client/validate";
import { verifyCallback } from "payment-gateway-client/webhooks";

const { baseUrl, secret, body, headers, now } = JSON.parse(process.argv[1]);
const client = createClient({ baseUrl, token: "<JWT>", validate: responseValidation });
for await (const { orderId } of paginate(client)) console.log(orderId);
const callback = await verifyCallback(body, { secret, headers, now: new Date(now) });
console.log(callback.event.kind);
const signal = AbortSignal.timeout(30_000);
await client.listTransactions({}, { signal }).catch(({ code }) => console.log(code));
`;

/** Each Node.js that a command line finds, this one included. */
function nodesOnPath(): readonly { path: string; major: number }[] {
  const found = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const paths = [process.execPath, ...found.filter((path) => existsSync(path))];
  return [...new Set(paths.map((path) => realpathSync(path)))].map((path) => {
    const version = execFileSync(path, ["--version"], { encoding: "utf8" });
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) };
  });
}

/** An entry as a web page would load it, compressed; in bytes. */
async function weigh(entry: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [resolve(import.meta.dirname, "../../../client", entry)],
    bundle: true,
    minify: true,
    format: "esm",
    platform: "browser",
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? "", { level: 9 }).length;
}

test("weighs what its README says", async () => {
  // The description of the operations is a fifth of it; validators are in the entries that need them.
  expect(await weigh("index.ts")).toBeLessThan(4_000);
  expect(await weigh("pagination.ts")).toBeLessThan(500);
  expect(await weigh("webhooks.ts")).toBeLessThan(11_000);
  expect(await weigh("validate.ts")).toBeLessThan(12_500);
});
