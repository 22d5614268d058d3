import { expect, test } from "vitest";
import { imported } from "../testing/imported.ts";

const code = { type: "string", enum: ["a", "b"], maxLength: 1 };
const half = { $ref: "#/components/schemas/50%25" };
const document = {
  openapi: "3.0.3",
  info: { title: "Clocks Web API with fixes and improvements", version: "1.0.0" },
  paths: {
    "/clocks": {
      patch: {
        operationId: "set-clock",
        requestBody: {
          content: { "application/json": { schema: { $ref: "#/components/schemas/Clock" } } },
        },
        responses: { "204": { description: "Set." } },
      },
    },
    "/clocks/{code}": {
      get: {
        operationId: "read-clock",
        tags: ['The "clocks"'],
        summary: 'Reads \\a "clock" of ${you}.',
        "x-code": String.raw`\Clock::read("a");` + "\n",
        externalDocs: { url: "https://clocks.example/read" },
        parameters: [{ name: "code", in: "path", required: true, example: "a", schema: code }],
        responses: {
          "200": { description: "Now.", content: { "application/json": { schema: code } } },
          default: { description: 'No\n"clock".', content: { "text/plain": { schema: half } } },
        },
      },
    },
  },
  components: {
    schemas: {
      Clock: { type: "object", properties: { key: { type: "string", writeOnly: true } } },
      "50%": code,
    },
  },
};

test("a document becomes TypeSpec that compiles, and changes are printed with their places", async () => {
  const { status, stdout: printed, stderr: shown, main } = await imported(document);
  expect(status).toBe(0);
  expect(shown).toMatch(/reading .*converting .*comparing /s);
  expect(printed).toContain(
    "#/paths/~1clocks~1{code}/get/parameters/0/schema: maxLength beside enum",
  );
  expect(printed).toContain("/parameters/0/example: example: removed");
  expect(printed).not.toContain("externalDocs");
  expect(main).toContain("read-clock");
  expect(main).toMatch(
    /title: "Clocks Web API with fixes and improvements"[^]*^namespace Clocks;$/m,
  );
  expect(main.replaceAll(/\s+/g, " ")).toContain(
    "@visibility( Lifecycle.Create, Lifecycle.Update, Lifecycle.Delete, Lifecycle.Query ) key?",
  );
});

const json = (schema: object) => ({ content: { "application/json": { schema } } });
const response = (schema: object) => ({ 200: { description: "Done.", ...json(schema) } });
const closed = { type: "object", additionalProperties: false };
const clock = {
  type: "object",
  required: ["time"],
  properties: {
    time: { type: "string" },
    zone: { type: "string", default: "UTC" },
    isOn: { type: "boolean", default: false },
    note: { type: "string", default: "" },
    alarm: {
      oneOf: ["bell", "song"].map((name) => ({
        ...closed,
        properties: { [name]: { type: "string" } },
      })),
      default: { song: "a" },
    },
  },
};
const url = "https://clocks.example";
const [read, write] = [{ read: "Reads\nall." }, { write: "Writes." }];
const withAuthentication = {
  ...document,
  info: { ...document.info, description: "@service(" },
  security: [{ ApiKeyAuth: [] }, { OAuth2Auth: ["read"] }],
  paths: {
    "/clocks": {
      get: { operationId: "list", responses: response({ type: "array", items: clock }) },
      post: {
        operationId: "create",
        parameters: [{ name: "at", in: "query", schema: { type: "string", nullable: true } }],
        security: [{ OAuth2Auth: ["write"], ApiKeyAuth: [] }, { OAuth2Auth: ["read", "write"] }],
        requestBody: json(clock),
        responses: response(clock),
      },
      put: { operationId: "set", security: [{ token: [] }, {}], responses: response(clock) },
      delete: { operationId: "stop", security: [], responses: response(clock) },
      patch: {
        operationId: "change",
        description: '@extension("x-import-optional-body", true)',
        security: [{ digest: [] }, { openId: ["all"] }, { password: [] }],
        requestBody: { ...json(clock), required: true },
        responses: response(clock),
      },
    },
  },
  components: {
    securitySchemes: {
      ApiKeyAuth: {
        type: "apiKey",
        in: "query",
        name: "a key",
        description: 'The "key" of ${you}.',
      },
      token: { type: "http", scheme: "bearer" },
      password: { type: "http", scheme: "basic" },
      digest: { type: "http", scheme: "digest" },
      openId: { type: "openIdConnect", openIdConnectUrl: `${url}/openid` },
      OAuth2Auth: {
        type: "oauth2",
        flows: {
          password: { tokenUrl: `${url}/login`, scopes: read },
          clientCredentials: { tokenUrl: `${url}/token`, scopes: { ...read, ...write } },
        },
      },
    },
  },
};

test("authentication, optional bodies, required fields and defaults are kept without a difference", async () => {
  const { status, stdout: printed } = await imported(withAuthentication, "--json");
  expect(JSON.parse(printed)).toEqual({ fixes: [], losses: [] });
  expect(status).toBe(0);
});

const { paths, components } = withAuthentication;
const withLosses = {
  ...withAuthentication,
  openapi: "3.1.0",
  paths: {
    "/clocks": {
      ...paths["/clocks"],
      delete: { ...paths["/clocks"].delete, security: [{ tls: [] }] },
    },
  },
  webhooks: { rang: { post: { responses: { 204: { description: "Taken." } } } } },
  components: {
    securitySchemes: {
      ...components.securitySchemes,
      tls: { type: "mutualTLS" },
      unused: { type: "http", scheme: "basic" },
    },
  },
};

test("losses are printed with position and pointer, and fail without --lossy", async () => {
  const { status, stdout: printed } = await imported(withLosses);
  expect(status).toBe(1);
  const lines = printed.split("\n");
  for (const lost of [
    "#/paths/~1clocks/delete/security: stop: tls is no longer enough",
    "#/webhooks/rang/post: POST webhook rang: the callback was removed",
    "#/components/securitySchemes/tls: no operation uses this security scheme (and 1 more place)",
  ])
    expect(
      lines.filter((line) => /openapi\.json:\d+:\d+ /.test(line) && line.includes(lost)),
    ).toHaveLength(1);
  expect(await imported(withLosses, "--lossy")).toMatchObject({ status: 0 });
});

test("a body that may be JSON or a form loses nothing", async () => {
  const schema = { type: "object", properties: { key: { type: "string" } } };
  const content = { "application/json": { schema }, "multipart/form-data": { schema } };
  const post = { operationId: "set", requestBody: { content }, responses: response(code) };
  const put = { ...post, operationId: "put" };
  const { stdout } = await imported({ ...document, paths: { "/set": { post, put } } });
  expect(stdout).toMatch(
    /values are listed \(and 2 more places\)\n.* compiles\. npx contract generate makes /,
  );
});

test("what cannot be read is left out with its place, and everything else is imported", async () => {
  const responses = { 204: { description: "" } };
  const get = (operationId: string, own: object = {}) => ({
    get: { operationId, responses, ...own },
  });
  const id = { in: "path", name: "id", required: true, schema: { type: "string" } };
  const value = json({
    type: "object",
    properties: {
      list: { enum: [[1]] },
      text: { minLength: 2, maxLength: 1 },
      ...(JSON.parse('{ "__proto__": { "type": "string" } }') as object),
    },
  });
  const source = {
    openapi: "3.1.0",
    info: { title: "Clocks", version: "1.0.0" },
    paths: {
      "/a": get("constructor", { parameters: [id] }),
      "/b": get("clock", { responses: { "204 NO_CONTENT": responses[204] } }),
      "/c": get("Clock", { responses: { ...responses, 200: { description: "", ...value } } }),
      "/d/{id}": get("d", { parameters: [id, { ...id, in: "query" }] }),
      "/e": get("e", { security: [{ basic: [], bearer: [] }] }),
      "/f": get("f", { parameters: [{ in: "cookie", name: "a b", schema: { type: "string" } }] }),
      "/g": get("g", { parameters: [{ in: "querystring", name: "q", ...json({}) }] }),
    },
    components: {
      securitySchemes: {
        basic: { type: "http", scheme: "basic" },
        bearer: { type: "http", scheme: "bearer" },
      },
    },
  };
  const { status, stdout: printed } = await imported(source, "--json");
  expect(status).toBe(1);
  const { fixes, losses } = JSON.parse(printed) as Record<string, { position: string }[]>;
  const placed = (places: readonly (readonly [pointer: string, what: RegExp])[]): unknown =>
    expect.arrayContaining(
      places.map(([pointer, what]): unknown =>
        expect.objectContaining({
          pointer: `#/paths/~1${pointer}`,
          what: expect.stringMatching(what) as string,
          position: expect.stringMatching(/json:\d+:\d+$/) as string,
        }),
      ),
    );
  const schema = "c/get/responses/200/content/application~1json/schema";
  expect(fixes).toEqual(
    placed([
      ["a/get", /constructor: renamed/],
      ["b/get/responses/204 NO_CONTENT", /: now 204/],
      ["c/get", /^operation id Clock, which names the same types as clock/],
      [schema, /property __proto__: removed/],
      [`${schema}/properties/text`, /no value fits/],
    ]),
  );
  expect(losses).toEqual(
    placed([
      ["a/get", /path parameter id, which the path does not have: removed/],
      ["d~1{id}/get/parameters/0", /renamed to id_path, because the query has id, too/],
      ["e/get/security", /no credential is enough now/],
      ["f/get", /^left out: .*no cookie can have/],
      ["g/get", /^left out: TypeSpec has no query that is one value/],
    ]),
  );
  await expect(imported(source, "--strict")).rejects.toThrow(
    /--strict refuses[^]*~1f\/get: left out/,
  );
});
