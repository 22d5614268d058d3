import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenApiDocument } from "@contract-toolkit/contract";
import { afterAll, expect, test } from "vitest";
import { startSandbox } from "../../../server/gateway/process/sandbox/start-sandbox.ts";
import { full, longTest } from "../../../server/gateway/testing/long-test.ts";
import { follow, run } from "../../../server/skeleton/testing/running-process.ts";
import { publishedExamples, withoutStates, type PublishedExample } from "./published-examples.ts";

const document = JSON.parse(
  readFileSync("generated/gateway/openapi.json", "utf8"),
) as OpenApiDocument;
const stateless = withoutStates(document);
const examples = publishedExamples(stateless);

const folder = mkdtempSync(join(tmpdir(), "other-tools-"));
const file = join(folder, "openapi.json");
writeFileSync(file, JSON.stringify(stateless));

afterAll(() => {
  rmSync(folder, { recursive: true });
});

function send(url: string, token: string, { method, target, headers, body }: PublishedExample) {
  const secured = { ...headers, "X-SERVICE-AUTH": token };
  return fetch(url + target, { method, headers: secured, ...(body !== undefined && { body }) });
}

const label = ({ operation, name }: PublishedExample) => `${operation} ${name}`;

test("no two examples have the same order code", () => {
  const codes = publishedExamples(document).flatMap(
    ({ body }) => /"order":\{"id":"([^"]+)"/.exec(body ?? "")?.[1] ?? [],
  );
  expect(codes.length).toBeGreaterThan(30);
  expect(new Set(codes).size).toBe(codes.length);
});

test("every example that needs no state has its documented status", async () => {
  const sandbox = await startSandbox();
  const found = new Map<string, number>();
  for (const example of examples) {
    const response = await send(sandbox.url, sandbox.token, example);
    found.set(label(example), response.status);
  }
  await sandbox.stop();
  expect(examples.length).toBeGreaterThan(25);
  expect(found).toEqual(new Map(examples.map((example) => [label(example), example.status])));
});

// Specmatic does not encode the value of a path parameter.
const failuresOfSpecmatic = ["unknown-escaped-authentication"];

if (full)
  longTest("Specmatic and the proxy of Prism accept these examples", 600_000, async (step) => {
    step("npm install");
    const tools = ["specmatic@2.55.1", "@stoplight/prism-cli@5.14.2"];
    await run(
      "npm",
      ["install", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", folder, ...tools],
      { cwd: folder },
    );
    const programs = join(folder, "node_modules");

    step("Specmatic");
    {
      const { url, token, stop } = await startSandbox();
      const jar = join(programs, "specmatic/specmatic.jar");
      const { stdout } = await run(
        "env",
        [
          `ApiKeyAuth=${token}`,
          "java",
          "-jar",
          jar,
          "test",
          "--timeout=60",
          `--testBaseURL=${url}`,
          file,
        ],
        { cwd: folder },
      );
      await stop();
      const played = [...stdout.matchAll(/from the example '([^']+)'.* has (SUCCEEDED|FAILED)$/gm)];
      const failed = played.flatMap(([, name = "", outcome]) =>
        outcome === "FAILED" ? [name] : [],
      );
      expect(new Set(played.map(([, name]) => name)).size).toBeGreaterThan(20);
      expect(failed).toEqual(failuresOfSpecmatic);
    }

    step("Prism");
    const { url, token, stop } = await startSandbox();
    {
      const args = [
        join(programs, "@stoplight/prism-cli/dist/index.js"),
        "proxy",
        file,
        url,
        "--port",
        "0",
      ];
      await using prism = follow(
        spawn(process.execPath, args, { stdio: ["ignore", "pipe", "pipe"] }),
      );
      const [proxy] = await prism.printed(/http:\/\/127\.0\.0\.1:\d+/);
      for (const example of examples) {
        const response = await send(proxy, token, example);
        expect([label(example), response.status, response.headers.get("sl-violations")]).toEqual([
          label(example),
          example.status,
          null,
        ]);
      }
    }
    await stop();
  });
