import { mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { connect } from "node:net";
import {
  afterAll,
  beforeAll,
  beforeEach,
  describe,
  expect,
  test,
} from "vitest";
import { createContractRouter } from "../server/skeleton/index.ts";
import { playOnServer, type Suite } from "./index.ts";
import {
  generateInto,
  lendingSpec,
  type GeneratedFolder,
} from "./testing/generated.ts";
import { startLendingServer, type LendingServer } from "./testing/lending.ts";

let generated: GeneratedFolder;
let suite: Suite;
let server: LendingServer;
let handlers: LendingServer["handlers"];

beforeAll(async () => {
  generated = await generateInto(lendingSpec);
  suite = await generated.load("catalogue");
  server = await startLendingServer(
    suite.contract,
    await generated.engine(suite),
  );
  handlers = { ...server.handlers };
});

afterAll(async () => {
  await server[Symbol.asyncDispose]();
  await generated[Symbol.asyncDispose]();
});

beforeEach(() => {
  Object.assign(server.handlers, handlers);
  server.received.length = 0;
  server.answered.length = 0;
});

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends exactly these headers and bytes, which fetch would not. */
function send(
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string | Buffer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      server.url,
      { path, method, headers, agent: false },
      (response) => {
        let text = "";
        response
          .setEncoding("utf8")
          .on("data", (chunk: string) => (text += chunk));
        response.on("end", () => {
          resolve({
            status: response.statusCode ?? 0,
            headers: response.headers,
            text,
          });
        });
      },
    );
    sent.on("error", reject).end(body);
  });
}

const json = { "Content-Type": "application/json" };
const draft = {
  title: "Night",
  medium: "audio",
  content: { kind: "recording", minutes: 3, narrator: null },
};

function post(
  body: unknown,
  headers: Record<string, string> = json,
): Promise<Answer> {
  return send(
    "POST",
    "/items",
    headers,
    typeof body === "string" || Buffer.isBuffer(body)
      ? body
      : JSON.stringify(body),
  );
}

function problemsOf({ text }: Answer): { at: string; message: string }[] {
  return (JSON.parse(text) as { problems: { at: string; message: string }[] })
    .problems;
}

describe("what the contract does not have is refused, never passed on", () => {
  test.each([
    "/",
    "/item",
    "/items/",
    "/items/a/b",
    "//items",
    "/ITEMS",
    "/items/%E0%A4%A",
  ])("path %s", async (path) => {
    expect((await send("GET", path)).status).toBe(404);
    expect(server.received).toEqual([]);
  });

  test.each(["HEAD", "OPTIONS", "PUT", "TRACE", "PROPFIND"])(
    "method %s",
    async (method) => {
      const answer = await send(method, "/items");
      expect(answer.status).toBe(405);
      expect(answer.headers.allow).toBe("GET, POST");
      expect(server.received).toEqual([]);
    },
  );

  test("a contract without operations does not start", () => {
    expect(() =>
      createContractRouter(
        { ...suite.contract, operations: {} },
        {},
        undefined as never,
      ),
    ).toThrow("has no operation");
  });

  test("a missing or further handler does not start", () => {
    const others = {
      addItem: () => undefined,
      lendItem: () => undefined,
    } as never;
    expect(() =>
      createContractRouter(suite.contract, others, undefined as never),
    ).toThrow("no handler for findItems, removeItem, readLabel");
  });
});

describe("parameters", () => {
  test("are coerced, defaulted and named as documented", async () => {
    await send("GET", "/items?medium=paper&medium=film&available=true");
    expect({ ...server.received[0]?.query }).toEqual({
      medium: ["paper", "film"],
      available: true,
      limit: 10,
    });
  });

  test.each([
    ["limit=0", "limit", "must be at least 1"],
    ["limit=51", "limit", "must be at most 50"],
    ["limit=1.0", "limit", "must be an integer"],
    ["limit=1e1", "limit", "must be an integer"],
    ["limit=007", "limit", "must be an integer"],
    ["limit=", "limit", "must be an integer"],
    ["limit=9007199254740993", "limit", "must be an integer"],
    ["limit=1&limit=2", "limit", "must be given once, without brackets"],
    ["limit[0]=1", "limit", "must be given once, without brackets"],
    ["limit[]=1", "limit", "must be given once, without brackets"],
    ["available=yes", "available", "must be a boolean"],
    ["medium=stone", "medium.0", 'must be one of "paper", "audio", "film"'],
    ["colour=red", "colour", "is not documented"],
    ["__proto__=1", "__proto__", "is not documented"],
    ["constructor=1", "constructor", "is not documented"],
  ])("?%s", async (query, at, message) => {
    const answer = await send("GET", `/items?${query}`);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([{ at, message }]);
    expect(server.received).toEqual([]);
  });

  test("all faults are told at once", async () => {
    const answer = await send("GET", "/items?limit=0&available=1&colour=red");
    expect(
      problemsOf(answer)
        .map(({ at }) => at)
        .sort(),
    ).toEqual(["available", "colour", "limit"]);
  });

  test("a path parameter is decoded once", async () => {
    expect((await send("DELETE", "/items/a%2Fb%2525")).status).toBe(204);
    expect(server.received[0]?.path).toEqual({ id: "a/b%25" });
  });
});

describe("bodies", () => {
  test.each([
    ["no JSON", "{", "body", "must be JSON in UTF-8"],
    [
      "bytes that are no UTF-8",
      Buffer.from([0x22, 0xff, 0x22]),
      "body",
      "must be JSON in UTF-8",
    ],
    ["an array", "[]", "body", "must be an object"],
    ["null", "null", "body", "must be an object"],
    ["nothing", "", "body", "is required"],
  ])("%s", async (_, body, at, message) => {
    const answer = await post(body);
    expect(answer.status).toBe(400);
    expect(problemsOf(answer)).toEqual([{ at, message }]);
  });

  test("of a union, only the branch that was meant is reported", async () => {
    const answer = await post({
      ...draft,
      content: { kind: "recording", minutes: 0, narrator: null },
    });
    expect(problemsOf(answer)).toEqual([
      { at: "content.minutes", message: "must be at least 1" },
    ]);
  });

  test("a nullable field is told by both of its types", async () => {
    const answer = await post({
      ...draft,
      content: { kind: "recording", minutes: 1, narrator: 7 },
    });
    expect(problemsOf(answer)).toEqual([
      { at: "content.narrator", message: "must be a string or null" },
    ]);
  });

  test("an unknown branch is told by its discriminator", async () => {
    const answer = await post({ ...draft, content: { kind: "scroll" } });
    expect(problemsOf(answer)).toEqual([
      { at: "content.kind", message: 'must be one of "book", "recording"' },
    ]);
  });

  test("a place in a list is told by its index", async () => {
    const answer = await post({ ...draft, authors: ["a", 1] });
    expect(problemsOf(answer)).toEqual([
      { at: "authors[1]", message: "must be a string" },
    ]);
  });

  test("fields that nobody documented are ignored", async () => {
    expect((await post({ ...draft, colour: "red" })).status).toBe(500);
    server.handlers["addItem"] = (_, reply) => reply(400, { problems: [] });
    expect((await post({ ...draft, colour: "red" })).status).toBe(400);
    expect(server.received).toHaveLength(2);
  });

  test.each([
    "text/plain",
    "application/xml",
    "application/json; charset=latin1",
    "application/jsonx",
    "",
  ])("content type %s is refused where there is a body", async (type) => {
    expect(
      (await post(draft, type === "" ? {} : { "Content-Type": type })).status,
    ).toBe(415);
  });

  test("an encoded body is refused", async () => {
    expect(
      (await post(draft, { ...json, "Content-Encoding": "gzip" })).status,
    ).toBe(415);
  });

  test.each([
    "application/json",
    "APPLICATION/JSON ; charset=UTF-8",
    'application/json; charset="utf-8"',
  ])("content type %s is taken", async (type) => {
    expect((await post(draft, { "Content-Type": type })).status).toBe(201);
  });

  test("a strange content type of a request without a body is ignored", async () => {
    expect(
      (await send("GET", "/items", { "Content-Type": "x/y; z=1" })).status,
    ).toBe(200);
  });

  test("more bytes than allowed are refused, announced or not", async () => {
    const large = JSON.stringify({ ...draft, title: "x".repeat(200_000) });
    expect((await post(large)).status).toBe(413);
    expect(
      (await post(large, { ...json, "Transfer-Encoding": "chunked" })).status,
    ).toBe(413);
  });

  test("a body of exactly the limit is read", async () => {
    const bare = JSON.stringify({ ...draft, more: "" });
    const full = JSON.stringify({
      ...draft,
      more: "x".repeat(102_400 - bare.length),
    });
    expect(Buffer.byteLength(full)).toBe(102_400);
    server.handlers["addItem"] = (_, reply) => reply(400, { problems: [] });
    expect((await post(full)).status).toBe(400);
    expect((await post(full.replace('"more":"', '"more":"x'))).status).toBe(
      413,
    );
  });
});

describe("answers", () => {
  test("carry what the contract documents, and nothing else", async () => {
    const answer = await post(draft);
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe("/items/i-2");
    expect(answer.headers["content-type"]).toBe(
      "application/json; charset=utf-8",
    );
    expect(Number(answer.headers["content-length"])).toBe(
      Buffer.byteLength(answer.text),
    );
  });

  test("may be text, or nothing", async () => {
    const label = await send("GET", "/items/i-1/label");
    expect([label.text, label.headers["content-type"]]).toEqual([
      "RIV 1",
      "text/plain; charset=utf-8",
    ]);
    const removed = await send("DELETE", "/items/i-1");
    expect([
      removed.status,
      removed.text,
      removed.headers["content-type"],
    ]).toEqual([204, "", undefined]);
  });

  const secret = "a stack trace with a password";
  test.each<[string, LendingServer["handlers"][string], string]>([
    [
      "an undocumented status",
      (_, reply) => reply(418, {}),
      "418 is not documented",
    ],
    [
      "an undocumented field",
      (_, reply) =>
        reply(200, [
          { ...draft, id: "1", addedAt: "2026-05-01T08:00:00Z", secret },
        ]),
      "/secret is not documented",
    ],
    [
      "a missing field",
      (_, reply) => reply(200, [{ id: "1" }]),
      "/body/0/title is required",
    ],
    [
      "a wrong type",
      (_, reply) => reply(200, secret),
      "/body must be an array",
    ],
    ["no reply", () => undefined, "did not reply"],
    ["a forged reply", () => ({ status: 200, body: [] }), "did not reply"],
    [
      "a thrown error",
      () => {
        throw new Error(secret);
      },
      secret,
    ],
    ["a rejection", () => Promise.reject(new Error(secret)), secret],
  ])(
    "%s becomes an opaque 500 and a precise report",
    async (_, handler, detail) => {
      server.handlers["findItems"] = handler;
      const answer = await send("GET", "/items");
      expect(answer.status).toBe(500);
      expect(answer.text).not.toContain("secret");
      expect(answer.text).not.toContain(secret);
      const problem = server.answered[0]?.problem;
      const told =
        problem?.kind === "thrown"
          ? String(problem.error)
          : problem?.kind === "invalid-response"
            ? problem.detail
            : "";
      expect(told).toContain(detail);
    },
  );

  test("a missing documented header is refused", async () => {
    server.handlers["addItem"] = (_, reply) =>
      reply(201, { ...draft, id: "1", addedAt: "2026-05-01T08:00:00Z" });
    expect((await post(draft)).status).toBe(500);
  });
});

test("the signal of a handler aborts when its client goes away", async () => {
  const aborted = new Promise<void>((resolve) => {
    server.handlers["findItems"] = ({ signal }, reply) =>
      new Promise((answer) => {
        signal.addEventListener("abort", () => {
          resolve();
          answer(reply(200, []));
        });
        socket.destroy();
      });
  });
  const socket = connect(Number(server.url.port), "127.0.0.1", () => {
    socket.write("GET /items HTTP/1.1\r\nHost: a\r\n\r\n");
  });
  await aborted;
});

test("no memory grows with what clients send", async () => {
  const { setFlagsFromString } = await import("node:v8");
  setFlagsFromString("--expose-gc");
  const collect = (await import("node:vm")).runInNewContext("gc") as () => void;
  const burst = async (name: string) => {
    for (let index = 0; index < 400; index += 1) {
      const unique = `${name}${String(index)}`;
      await send("GET", `/items?${unique}=1`, {
        "Content-Type": `application/${unique}`,
        [`x-${unique}`]: unique,
      });
      await send("GET", `/${unique}`);
    }
    server.answered.length = 0;
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = await burst("warm");
  const after = await burst("more");
  expect((after - before) / 1024 / 1024).toBeLessThan(8);
});

test("the samples of a foreign specification are replayed without an edit", async () => {
  Object.assign(server.handlers, {
    findItems: (
      _: unknown,
      reply: (status: number, body: unknown) => unknown,
    ) =>
      reply(
        200,
        suite.cases.find(({ id }) => id === "findItems/two-media")?.response
          .body,
      ),
    addItem: handlers["addItem"],
  });
  const verdicts = [];
  for (const id of [
    "findItems/two-media",
    "removeItem/odd-id",
    "readLabel/label",
  ]) {
    const played = suite.cases.find((each) => each.id === id);
    if (!played) throw new Error(`no case ${id}`);
    verdicts.push(
      await playOnServer(suite, played, {
        url: server.url,
        headers: {},
        provider: { givens: {} },
        fresh: String,
      }),
    );
  }
  expect(verdicts.map(({ findings }) => findings)).toEqual([[], [], []]);
});

test("a server URL whose variable is empty by default lets nothing pass", async () => {
  const folder = await mkdtemp(join(tmpdir(), "empty-server-"));
  await symlink(resolve("node_modules"), join(folder, "node_modules"));
  const catalogue = await readFile(
    join(dirname(lendingSpec), "catalogue.tsp"),
    "utf8",
  );
  const server =
    '@server("{base}", "Anywhere.", { base: string = "" })\nnamespace Catalogue;';
  await writeFile(
    join(folder, "main.tsp"),
    catalogue.replace("namespace Catalogue;", server),
  );
  await using others = await generateInto(join(folder, "main.tsp"));
  await rm(folder, { recursive: true });
  const other = await others.load("catalogue");
  await using lending = await startLendingServer(
    other.contract,
    await others.engine(other),
  );
  const refused = await fetch(new URL("/items?limit=0", lending.url));
  expect([refused.status, lending.received]).toEqual([400, []]);
});
