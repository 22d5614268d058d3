import type { Contract, OperationTypes } from "@contract-toolkit/contract";
import { afterAll, expect, test } from "vitest";
import { createContractClient, styles } from "../../../client/runtime/index.ts";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { createContractServer } from "../../../server/skeleton/index.ts";
import { generateFromBody } from "../../../server/skeleton/testing/generated.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";

const generated = await generateFromBody(`
enum Side { left, right }
union MaybeIds { int32[], null }
model Filter { size?: int32 | null; tags?: string[] | null }
@route("/echo{/step}") @post op echo(
  @path step?: string | null,
  @query(#{ explode: true }) tags?: string[] | null, @query ids?: MaybeIds, @query text?: string | null = null,
  @query(#{ explode: true }) either?: string | string[], @query some?: "all" | int32[], @query side?: Side | null,
  @query @encode(ArrayEncoding.pipeDelimited) bars?: string[] | null, @query @deepObject filter?: Filter,
  @header names?: string[] | null, @header size?: int32 | null, @cookie theme?: string | null,
): { @header count?: int32[] | null; got: unknown };`);

interface Echo extends OperationTypes {
  call: [request?: object];
  result: { readonly status: 200; readonly body: { readonly got: unknown } };
}
type Operations = Readonly<Record<"echo", Echo>>;
const contract = (await generated.contract("shelf")) as Contract<Operations>;
const { server } = createContractServer(contract, {
  authenticate: () => ({}),
  handlers: {
    echo: ({ path, query, headers, cookies }, reply) =>
      reply(200, { got: { path, query, headers, cookies } }),
  },
});
const listening = await listen(server);
afterAll(() => listening[Symbol.asyncDispose]());
const client = createContractClient<Operations>(contract.operations, {
  baseUrl: listening.url.origin,
  styles,
});

test.each([
  ["query", { tags: ["x"] }],
  ["query", { tags: ["x", "y"], ids: [1] }],
  ["query", { ids: [1, 2], side: "left", text: "null" }],
  ["query", { either: ["x"], some: "all" }],
  ["query", { either: ["x", "y"], some: [1] }],
  ["query", { bars: ["x", "y"], filter: { size: 1, tags: ["x"] } }],
  ["headers", { names: ["x", "y,z"], size: 1 }],
])("a parameter that may be null is read as it was sent: %s %j", async (part, sent) => {
  const { body } = await client.echo({ [part]: sent });
  expect(body.got).toMatchObject({ [part]: sent });
});

test("null is left out", async () => {
  const nothing = {
    path: { step: null },
    query: { tags: null, ids: null, text: null, side: null, bars: null, filter: { size: null } },
    headers: { names: null, size: null },
    cookies: { theme: null },
  };
  const { body } = await client.echo(nothing);
  expect(body.got).toEqual({ path: {}, query: {}, headers: {}, cookies: {} });
});

test("null is in no type of a parameter", () => {
  const program = (call: string) => ({
    "null.ts": `import { operations } from "${generated.folder}/shelf/operations.js";
      import { createContractClient } from "@contract-toolkit/client";
      const client = createContractClient(operations, { baseUrl: "" });
      const { headers } = await client.echo({ ${call} });
      const count: number[] | undefined = headers.count;`,
  });
  expect(typecheck(program("query: { tags: ['x'] }"))).toEqual([]);
  for (const call of [
    "query: { tags: null }",
    "headers: { size: null }",
    "cookies: { theme: null }",
  ])
    expect(typecheck(program(call)), call).toHaveLength(1);
});
