import { symlink, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pets } from "../../cli/testing/pets.ts";
import { folderWith } from "../../cli/testing/folder.ts";
import { serveTools } from "../../cli/mcp/serve.ts";

const command = join(import.meta.dirname, "../../cli/contract.ts");

/** The official client, connected with `contract mcp`. */
async function connect(args: readonly string[], cwd = process.cwd()) {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [command, "mcp", ...args], cwd }),
  );
  return {
    client,
    /** The result of a tool, or its error. */
    async call(name: string, input: Record<string, unknown> = {}): Promise<unknown> {
      const result = await client.callTool({ name, arguments: input });
      const [content] = result.content as { text: string }[];
      if (result.isError) return content?.text;
      expect(JSON.parse(content?.text ?? "")).toEqual(result.structuredContent);
      return result.structuredContent;
    },
    [Symbol.asyncDispose]: () => client.close(),
  };
}

describe("of a generated contract", () => {
  let connected: Awaited<ReturnType<typeof connect>>;
  beforeAll(async () => {
    connected = await connect(["generated/gateway"]);
  });
  afterAll(() => connected.client.close());

  test("it tells what it offers", async () => {
    const { tools } = await connected.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(["operations", "sample", "explain", "diff"]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(connected.client.getServerVersion()).toEqual({ name: "contract", version: "0.1.0" });
    expect(connected.client.getInstructions()).toContain("contract");
    await connected.client.ping();
    await expect(connected.client.listPrompts()).rejects.toThrow();
  });

  test("operations, and one with its schemas and its TypeSpec line", async () => {
    expect(await connected.call("operations")).toMatchObject({
      operations: expect.arrayContaining([
        expect.objectContaining({ operation: "deleteToken", method: "DELETE" }),
      ]) as object,
    });
    expect(await connected.call("operations", { operation: "deleteToken" })).toMatchObject({
      path: "/api/v2/token/delete",
      at: expect.stringMatching(/^spec\/gateway\/tokens\/operations\.tsp:\d+$/) as string,
      credentials: ["header X-SERVICE-AUTH"],
      request: { properties: { body: { properties: { token: {} } } } },
      responses: { 200: { properties: { body: {} } } },
    });
    expect(await connected.call("operations", { operation: "deleteCard" })).toMatch(
      /^There is no operation deleteCard\. The contract has .*deleteToken/,
    );
  });

  test("a documented sample as it is sent, and that of a status", async () => {
    expect(await connected.call("sample", { operation: "deleteToken" })).toMatchObject({
      sample: expect.stringMatching(/^deleteToken\//) as string,
      at: expect.stringMatching(/^spec\/gateway\/.*samples\.tsp:\d+$/) as string,
      request: {
        method: "DELETE",
        path: "/api/v2/token/delete",
        headers: { "X-SERVICE-AUTH": "Bearer <JWT_TOKEN>" },
        body: expect.stringMatching(/^\{"token":/) as string,
      },
      response: { status: 200 },
    });
    expect(await connected.call("sample", { operation: "deleteToken", status: 404 })).toMatchObject(
      {
        response: { status: 404 },
      },
    );
    expect(await connected.call("sample", { operation: "deleteToken", status: 299 })).toBe(
      "deleteToken does not document the status 299.",
    );
  });

  test("the TypeSpec lines of the rules that a request and a response violate", async () => {
    const asked = { method: "delete", path: "/api/v2/token/delete", body: { token: 5 } };
    const response = { status: 200, body: '{"errorCode":"x"}' };
    expect(await connected.call("explain", { ...asked, response })).toMatchObject({
      operation: "deleteToken",
      isValid: false,
      violations: expect.arrayContaining([
        {
          in: "request",
          pointer: "/body/token",
          reason: expect.any(String) as string,
          at: expect.stringMatching(/^spec\/gateway\/.*\.tsp:\d+$/) as string,
        },
        expect.objectContaining({ in: "response", pointer: "/body/errorCode" }),
      ]) as object,
    });
    expect(await connected.call("explain", { method: "GET", path: "/none" })).toEqual({
      isValid: false,
      problem: { kind: "unknown-path" },
      violations: [],
    });
    const refused = /^The arguments must satisfy \{"type":"object".*"path"/;
    for (const wrong of [
      {},
      { path: "items" },
      { path: {} },
      { path: "/", headers: { "a b": "" } },
    ])
      expect(await connected.call("explain", { method: "GET", ...wrong })).toMatch(refused);
  });
});

test("an edit of a document is seen, and whom it breaks", async () => {
  await using folder = await folderWith({ "old.yaml": pets, "pets.yaml": pets });
  await using connected = await connect(["pets.yaml"], folder.path);
  const asked = { method: "POST", path: "/pets", body: { name: "a long name" } };
  expect(await connected.call("explain", asked)).toMatchObject({
    violations: [{ pointer: "/body/name", reason: "must have at most 10 characters" }],
  });
  expect(await connected.call("sample", { operation: "addPet" })).toMatchObject({
    sample: "derived from the schemas",
    request: { method: "POST", path: "/pets", body: '{"name":"text"}' },
    response: { status: 201, body: { name: "text" } },
  });
  await writeFile(folder.of("pets.yaml"), pets.replace("maxLength: 10", "maxLength: 20"));
  expect(await connected.call("explain", asked)).toMatchObject({ isValid: true, violations: [] });
  expect(await connected.call("diff", { old: "old.yaml", new: "pets.yaml" })).toMatchObject({
    breaking: expect.any(Number) as number,
    changes: expect.arrayContaining([expect.objectContaining({ operation: "addPet" })]) as object,
  });
  expect(await connected.call("diff", { old: "none.yaml", new: "pets.yaml" })).toContain(
    "none.yaml",
  );
  expect(await connected.call("diff", { old: "--accept" })).toMatch(/does not start with a hyphen/);
});

test.each([
  ["{", { id: null, error: { code: -32700 } }],
  ["[]", { id: null, error: { code: -32600 } }],
  ['{"id":1,"method":"ping"}', { id: null, error: { code: -32600 } }],
  ['{"jsonrpc":"2.0","id":{},"method":"ping"}', { id: null, error: { code: -32600 } }],
  [
    '{"jsonrpc":"2.0","id":4,"method":"initialize","params":{"protocolVersion":{"toString":1}}}',
    { id: 4, result: { protocolVersion: "2025-11-25" } },
  ],
  [
    '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":{"toString":1}}}',
    { id: 5, error: { code: -32602 } },
  ],
  // JSON allows U+2028 in a text, where Node.js would end a line.
  ['{"jsonrpc":"2.0","id":6,"method":"\u2028"}', { id: 6, error: { code: -32601 } }],
  ['{"jsonrpc":"2.0","id":1,"method":"nothing"}', { id: 1, error: { code: -32601 } }],
  [
    '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"x"}}',
    { id: 2, error: { code: -32602 } },
  ],
  [
    '{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"1999-01-01"}}',
    { id: "a", result: { protocolVersion: "2025-11-25" } },
  ],
  [
    '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"fails"}}',
    { id: 3, result: { isError: true } },
  ],
])("%s gets a response, and the input goes on", async (line, response) => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const fails = {
    name: "fails",
    description: "",
    inputSchema: {},
    run: () => Promise.reject(new Error("no")),
  };
  const about = { name: "a", version: "1", instructions: "" };
  input.end(
    `{"jsonrpc":"2.0","method":"notifications/initialized"}\n\n${line}\n{"jsonrpc":"2.0","id":9,"method":"ping"}\n`,
  );
  await serveTools(about, [fails], input, output);
  output.end();
  const lines = (await text(output))
    .trimEnd()
    .split("\n")
    .map((written) => JSON.parse(written) as object);
  expect(lines).toHaveLength(2);
  expect(lines).toEqual(expect.arrayContaining([expect.objectContaining({ id: 9, result: {} })]));
  expect(lines.find((message) => !("id" in message) || message.id !== 9)).toMatchObject({
    jsonrpc: "2.0",
    ...response,
  });
});

test("what a decorator prints does not disturb the protocol", async () => {
  const service = `import "@typespec/http";\nimport "./print.js";\n@service namespace Shop;\n@TypeSpec.Http.get op read(): void;\n`;
  const files = { "print.js": `console.log("I am a decorator");\n`, "main.tsp": service };
  await using folder = await folderWith(files);
  await symlink(resolve("node_modules"), folder.of("node_modules"));
  await using connected = await connect([folder.of("main.tsp")]);
  expect(await connected.call("operations")).toMatchObject({ operations: [{ operation: "read" }] });
});
