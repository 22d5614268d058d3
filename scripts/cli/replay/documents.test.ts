import { text } from "node:stream/consumers";
import { expect, onTestFinished, test, vi } from "vitest";
import { replay } from "../commands/replay.ts";
import { folderWith } from "../testing/folder.ts";
import { printedBy } from "../testing/printed.ts";
import type { JsonReport } from "../../../conformance/index.ts";
import { listen } from "../../../conformance/testing/listen.ts";

const item = {
  type: "object",
  required: ["name"],
  properties: { name: { type: "string", maxLength: 20 } },
};
const json = (schema: object) => ({ content: { "application/json": { schema } } });
const wrong = { description: "Wrong", ...json({ type: "object" }) };
const id = { name: "itemId", in: "path", required: true, schema: { type: "string" } };
const document = {
  openapi: "3.0.3",
  info: { title: "Items", version: "1" },
  paths: {
    "/items": {
      post: {
        operationId: "addItem",
        requestBody: { required: true, ...json(item) },
        responses: { 201: { description: "Made", ...json(item) }, 400: wrong },
      },
    },
    "/items/{itemId}": {
      parameters: [id],
      get: {
        operationId: "getItem",
        responses: { 200: { description: "", ...json(item) }, 404: wrong },
      },
      delete: {
        operationId: "dropItem",
        parameters: [{ name: "now", in: "query", schema: { type: "boolean" } }],
        responses: { 204: { description: "" } },
      },
    },
    "/items/{itemId}/{part}": {
      parameters: [
        id,
        { name: "part", in: "path", required: true, schema: { enum: ["name", "size"] } },
      ],
      get: { operationId: "getPart", responses: { 200: { description: "", ...json(item) } } },
    },
    "/maintenance": {
      put: { operationId: "switchOff", responses: { 204: { description: "" } } },
    },
    "/boxes/{boxId}": {
      parameters: [{ ...id, name: "boxId" }],
      get: { operationId: "getBox", responses: { 200: { description: "", ...json(item) } } },
    },
  },
};

/** Replays the document on a server that keeps items, with or without one of its rules, and at some time no longer responds. */
async function replayed({
  isLax = false,
  keeps = false,
  silentAfter = Infinity,
  onSilence = (): void => undefined,
  more = [] as string[],
} = {}) {
  const items = new Map<string, unknown>();
  const asked: string[] = [];
  const responseTo = (
    method: string,
    url: string,
    type: string | undefined,
    text: string,
  ): readonly [status: number, body?: unknown] => {
    const [id = "", query = ""] = (url.split("/")[2] ?? "").split("?");
    if (method === "POST") {
      const name = type === "application/json" ? nameIn(text, isLax) : undefined;
      if (name === undefined || (name.length > 20 && !isLax)) return [400, {}];
      const made = { id: `i${items.size + 1}`, name };
      items.set(made.id, made);
      return [201, made];
    }
    if (!["GET", "DELETE"].includes(method)) return [405, {}];
    if (!items.has(id) || !["name", "size"].includes(url.split("/")[3] ?? "name")) return [404, {}];
    if (method !== "DELETE") return [200, items.get(id)];
    if (query !== "" && !isLax) return [400];
    if (!keeps) items.delete(id);
    return [204];
  };
  await using server = await listen((request, response) => {
    const { method = "", url = "", headers } = request;
    void text(request).then((sent) => {
      if (method !== "HEAD") asked.push(`${method} ${url} ${headers.authorization ?? ""}`.trim());
      if (method !== "HEAD" && asked.length > silentAfter) {
        onSilence();
        return;
      }
      const [status, body] = responseTo(method, url, headers["content-type"], sent);
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  const to = ["--server", server.url.href, "--header", "Authorization: key"];
  return { ...(await replayedDocument({}, ...to, ...more)), asked };
}

/** Replays the document with other parts. */
async function replayedDocument(parts: object, ...args: string[]) {
  await using folder = await folderWith({ "openapi.json": { ...document, ...parts } });
  return await printedBy(() => replay([folder.of("openapi.json"), ...args]));
}

function nameIn(text: string, isLax: boolean): string | undefined {
  try {
    const { name } = JSON.parse(text) as { name?: unknown };
    return typeof name === "string" ? name : undefined;
  } catch {
    return isLax ? "none" : undefined;
  }
}

test("a document is played without a project: its requests are learned, and only what the run made is deleted", async () => {
  const { status, stdout, asked } = await replayed();
  expect(stdout).toMatch(/works \(\d+ cases\): getItem, getPart, addItem, dropItem/);
  expect(stdout).toContain("not played, need a resource (answered with 404): getBox (boxId)\n");
  expect(stdout).toContain("because they change the whole server: switchOff\n");
  expect(stdout).toContain(" 0 failed, 0 errors");
  expect(status).toBe(0);
  expect(asked.every((text) => text.endsWith(" key"))).toBe(true);
  const deletions = asked.filter((text) => text.startsWith("DELETE") && !text.includes("?"));
  expect(deletions).toHaveLength(1);
  expect(asked.at(-2)).toMatch(/^DELETE \/items\/i\d+ key$/);
  expect(asked.at(-1)).toBe(asked.at(-2)?.replace("DELETE", "GET"));
  expect(asked.some((text) => text.includes("/maintenance"))).toBe(false);
});

test("what a run learned is counted in its coverage", async () => {
  const { stdout } = await replayed({ more: ["--json"] });
  const { coverage } = JSON.parse(stdout) as JsonReport;
  const played = coverage.statuses.filter(({ exchanges }) => exchanges > 0);
  expect(played.map(({ operation, status }) => `${operation} ${status}`)).toEqual([
    ...["addItem 201", "getItem 200", "getPart 200"],
  ]);
});

test("a rule that the server leaves out is noticed", async () => {
  await using folder = await folderWith({ "known.txt": "server dropItem/gone" });
  const more = ["--github", "--known", folder.of("known.txt")];
  const { status, stdout } = await replayed({ isLax: true, more });
  expect(status).toBe(1);
  expect(stdout).toMatch(
    /^::error file=.*openapi\.json,line=1,col=\d+,title=contract replay::.*maxLength/m,
  );
  expect(stdout).toMatch(
    /^::error .*%0AThere is no case dropItem\/gone that fails; remove line 1/m,
  );
  expect(stdout).toContain("failed addItem/request/body/name maxLength invalid");
  expect(stdout).toContain("failed dropItem/request/query/now type invalid");
  expect(stdout).toContain("a body that is cut off is accepted with 201");
});

test("a deleted resource that is still found is noticed", async () => {
  const { stdout } = await replayed({ keeps: true });
  expect(stdout).toContain("getItem still finds what was deleted");
  expect(stdout).toContain(" 1 failed, 0 errors");
});

test("a mock accepts any credential, and no case blames it, even if the credential is a parameter, too", async () => {
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
  const key = { name: "x-key", in: "header", required: true, schema: { type: "string" } };
  const { "/items/{itemId}": item } = document.paths;
  const secured = {
    security: [{ key: [] }],
    components: { securitySchemes },
    paths: { ...document.paths, "/items/{itemId}": { ...item, parameters: [id, key] } },
  };
  const { status, stdout } = await replayedDocument(secured, "--mock");
  expect(stdout).toContain(" 0 failed, 0 errors");
  expect(stdout).toMatch(/[1-9]\d* of \d+ HTTP cases/);
  expect(status).toBe(0);
});

test("a mock keeps nothing that could be destroyed, so that every operation of the document is played", async () => {
  const boxId = { ...id, name: "boxId" };
  const paths = {
    ...document.paths,
    "/boxes/{boxId}": {
      patch: { operationId: "changeBox", parameters: [boxId], responses: { 204: wrong } },
    },
  };
  const { status, stdout } = await replayedDocument({ paths }, "--mock");
  expect(stdout).toContain("getItem, getPart, addItem, switchOff, changeBox, dropItem");
  expect(stdout).not.toContain("not played");
  expect(status).toBe(0);
});

test("a form without fields is no body, which an operation may allow", async () => {
  const content = { "application/x-www-form-urlencoded": { schema: item } };
  const responses = { 204: { description: "Sent." }, 400: wrong };
  const optional = { "application/x-www-form-urlencoded": { schema: { ...item, required: [] } } };
  const paths = {
    "/tokens": { post: { operationId: "ask", requestBody: { content }, responses } },
    "/ends": { post: { operationId: "end", requestBody: { content: optional }, responses } },
  };
  const { status, stdout } = await replayedDocument({ paths }, "--mock");
  expect(stdout).toContain(" 0 failed, 0 errors");
  expect(status).toBe(0);
});

test("a field of the body that is named like a parameter of the path has its value", async () => {
  const properties = { id: { type: "string" } };
  const thing = { type: "object", required: ["id"], properties };
  const requestBody = { required: true, ...json(thing) };
  const responses = { 200: { description: "Kept.", ...json(thing) } };
  const paths = {
    "/things": { post: { operationId: "addThing", responses } },
    "/things/{id}": {
      parameters: [{ ...id, name: "id" }],
      put: { operationId: "putThing", requestBody, responses },
    },
  };
  await using server = await listen((request, response) => {
    void text(request).then((sent) => {
      const isRight = request.method === "POST" || sent === '{"id":"t1"}';
      response.writeHead(isRight ? 200 : 400, { "Content-Type": "application/json" });
      response.end('{"id":"t1"}');
    });
  });
  const { stdout } = await replayedDocument({ paths }, "--server", server.url.href);
  expect(stdout).toContain("2 of 2 derived messages");
  expect(stdout).not.toContain("status 400 is not documented");
});

test("the Location of something that has a number leads to it", async () => {
  const number = { ...id, name: "id", schema: { type: "integer" } };
  const paths = {
    "/things": { post: { operationId: "addThing", responses: { 201: wrong } } },
    "/things/{id}": {
      parameters: [number],
      get: { operationId: "getThing", responses: { 200: wrong, 404: wrong } },
    },
  };
  await using server = await listen((request, response) => {
    const status = request.method === "POST" ? 201 : request.url === "/things/1" ? 200 : 404;
    const headers = { "Content-Type": "application/json", Location: "/things/7001" };
    response.writeHead(status, headers).end('{"id":1}');
  });
  const { stdout } = await replayedDocument({ paths }, "--server", server.url.href);
  expect(stdout).toContain("Location (/things/7001) leads to nothing");
});

test("a credential that is missing or refused is said first, and ends a run of which it is all", async () => {
  const securitySchemes = { key: { type: "apiKey", in: "header", name: "X-Key" } };
  const health = { get: { operationId: "checkHealth", security: [], responses: { 204: wrong } } };
  const secured = { security: [{ key: [] }], components: { securitySchemes } };
  const paths = { ...document.paths, "/health": health };
  await using server = await listen((request, response) => {
    response.writeHead(request.url === "/health" ? 204 : 403).end();
  });
  const to = ["--server", server.url.href];
  await expect(replayedDocument(secured, ...to)).rejects.toThrow(
    "The server requires a credential: 4 of 4 operations are answered with 401 or 403. Give one with --auth key=VALUE or --header 'Name: value'.",
  );
  await expect(replayedDocument({}, ...to, "--header", "A: b")).rejects.toThrow(
    "The server refuses the credential: 4 of 4 operations are answered with 401 or 403.",
  );
  const wrongKey = [...to, "--auth", "key=wrong"];
  const { stdout } = await replayedDocument({ ...secured, paths }, ...wrongKey);
  expect(stdout.replaceAll(/\s+/g, " ")).toMatch(
    /^The server refuses the credential: 4 of 5 operations are answered with 401 or 403. Give a valid one with --auth key=VALUE or --header 'X-Key: value'. works in part: checkHealth \(8 of 9 cases\) failed/,
  );
});

test("the default response of a document is not the usual one of its mock", async () => {
  const responses = { 204: { description: "Well." }, default: wrong };
  const paths = { "/health": { get: { operationId: "checkHealth", responses } } };
  const { status, stdout } = await replayedDocument({ paths }, "--mock");
  expect(stdout).toContain(" 0 failed, 0 errors");
  expect(status).toBe(0);
});

test("501 under a default response is an operation that is not implemented", async () => {
  const paths = { "/health": { get: { operationId: "health", responses: { default: wrong } } } };
  await using server = await listen((_, response) => void response.writeHead(501).end());
  const { status, stdout } = await replayedDocument({ paths }, "--server", server.url.href);
  expect(stdout).toContain("not implemented (answered with 501");
  expect(status).toBe(1);
});

test("undocumented fields are allowed unless the document is read as closed", async () => {
  const { stdout } = await replayed({ more: ["--closed", "--include", "addItem/*"] });
  expect(stdout).toContain("/body/id is not documented");
});

test("a server that is silent while requests are learned: the run ends at its deadline, with a report", async () => {
  const { status, stdout, asked } = await replayed({ silentAfter: 1, more: ["--max-time", "1"] });
  expect(asked.length).toBeLessThan(3);
  // What the user waits for includes the reading of the document.
  expect(Number(/in\s+([\d.]+)\s+s\./.exec(stdout)?.[1])).toBeGreaterThanOrEqual(1);
  expect(stdout).toContain("not played, need more time (--max-time): ");
  expect(stdout).toContain("The run has stopped after its --max-time; ");
  expect(status).toBe(2);
});

test("a server that is silent while cases are played: the report has what was played before", async () => {
  // The deadline comes when the server falls silent, however fast the machine is.
  const deadline = new AbortController();
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValueOnce(deadline.signal);
  onTestFinished(() => {
    timeout.mockRestore();
  });
  const { stdout, asked } = await replayed({
    silentAfter: 9,
    onSilence: () => {
      deadline.abort();
    },
    more: ["--max-time", "1"],
  });
  expect(asked).toHaveLength(10);
  expect(stdout).toMatch(
    /The run has stopped after its --max-time; \d+ cases\s+were\s+not\s+played/,
  );
  expect(stdout).toMatch(/: [1-9]\d* passed, 0 failed/);
});

test.each([
  ["a file that there is not", "none.yaml", [], "There is no file or folder none.yaml."],
  [
    "an address without a document",
    "http://127.0.0.1:1/openapi.json",
    [],
    "/openapi.json cannot be fetched: ",
  ],
  [
    "an unknown security scheme, before the server is asked",
    "",
    ["--auth", "token=a"],
    'There is no security scheme "token". The contract uses none',
  ],
  [
    "a pattern without a case",
    "",
    ["--include", "lookup/*", "--mock"],
    'No case is left by --include "lookup/*".',
  ],
])("an error message names the mistake: %s", async (_, source, more, message) => {
  await using folder = await folderWith({ "openapi.json": document });
  const to = more.includes("--mock") ? [] : ["--server", "http://127.0.0.1:1"];
  await expect(replay([source || folder.of("openapi.json"), ...to, ...more])).rejects.toThrow(
    message,
  );
});
