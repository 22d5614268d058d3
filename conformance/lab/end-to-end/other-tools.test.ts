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

async function send(url: string, token: string, example: PublishedExample) {
  const { method, target, body } = example;
  const headers = { ...example.headers, "X-SERVICE-AUTH": token };
  const response = await fetch(
    url + target,
    body === undefined ? { method, headers } : { method, headers, body },
  );
  return { response, text: await response.text() };
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
    const { response } = await send(sandbox.url, sandbox.token, example);
    found.set(label(example), response.status);
  }
  await sandbox.stop();
  expect(examples.length).toBeGreaterThan(25);
  expect(found).toEqual(new Map(examples.map((example) => [label(example), example.status])));
});

// Specmatic does not encode the value of a path parameter.
const failuresOfSpecmatic = ["unknown-escaped-authentication"];

if (full)
  longTest(
    "Specmatic, the proxy of Prism and drift of Redocly accept these examples",
    600_000,
    async (step) => {
      step("npm install");
      const tools = ["specmatic@2.55.1", "@stoplight/prism-cli@5.14.2", "@redocly/cli@2.77.0"];
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
        const played = [
          ...stdout.matchAll(/from the example '([^']+)'.* has (SUCCEEDED|FAILED)$/gm),
        ];
        const failed = played.flatMap(([, name = "", outcome]) =>
          outcome === "FAILED" ? [name] : [],
        );
        expect(new Set(played.map(([, name]) => name)).size).toBeGreaterThan(20);
        expect(failed).toEqual(failuresOfSpecmatic);
      }

      step("Prism");
      const { url, token, stop } = await startSandbox();
      const entries: object[] = [];
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
          const { response, text } = await send(proxy, token, example);
          expect([label(example), response.status, response.headers.get("sl-violations")]).toEqual([
            label(example),
            example.status,
            null,
          ]);
          entries.push(harEntry(url, example, response, text));
        }
      }
      await stop();

      step("Redocly");
      const har = join(folder, "traffic.har");
      writeFileSync(
        har,
        JSON.stringify({
          log: { version: "1.2", creator: { name: "test", version: "1" }, entries },
        }),
      );
      const redocly = join(programs, "@redocly/cli/bin/cli.js");
      const { stdout } = await run(
        process.execPath,
        [redocly, "drift", har, "--api", file, "--server", url, "--format", "json"],
        { cwd: folder },
      );
      expect(JSON.parse(stdout)).toMatchObject({
        run: { documentedExchanges: examples.length, totalProblems: 0 },
      });
    },
  );

function harEntry(
  url: string,
  { method, target, headers, body }: PublishedExample,
  response: Response,
  text: string,
) {
  const listed = (entries: Iterable<[string, string]>) =>
    [...entries].map(([name, value]) => ({ name, value }));
  const { searchParams } = new URL(url + target);
  const type = response.headers.get("content-type") ?? "";
  return {
    startedDateTime: new Date().toISOString(),
    time: 1,
    cache: {},
    timings: { send: 0, wait: 1, receive: 0 },
    request: {
      ...{
        method,
        url: url + target,
        httpVersion: "HTTP/1.1",
        cookies: [],
        headersSize: -1,
        bodySize: -1,
      },
      headers: listed([...Object.entries(headers), ["X-SERVICE-AUTH", "secret"]]),
      queryString: listed(searchParams),
      ...(body !== undefined && { postData: { mimeType: "application/json", text: body } }),
    },
    response: {
      ...{
        status: response.status,
        statusText: response.statusText,
        httpVersion: "HTTP/1.1",
        cookies: [],
      },
      ...{ redirectURL: "", headersSize: -1, bodySize: -1 },
      headers: listed(response.headers),
      content: { size: text.length, mimeType: type, text },
    },
  };
}
