import type { Contract, Conversions, OperationTypes } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { createContractClient, streams } from "../../../client/runtime/index.ts";
import { convertValues } from "../../../client/runtime/convert-values.ts";
import { typecheck } from "../../../conformance/testing/compile.ts";
import { generateFromBody } from "../../../server/skeleton/testing/generated.ts";
import { listen } from "../../../server/skeleton/testing/listen.ts";

const specification = `
scalar Id extends int64;
model Tree { id: Id; at: utcDateTime; children?: Tree[]; }
model Paid { kind: "paid"; at: utcDateTime; note: string; }
model Sent { kind: "sent"; at: utcDateTime; count: int64; }
model Named { kind: "named"; at: string; }
union Dates { utcDateTime, Dates[] }
model Values {
  nested?: Dates;
  id: Id;
  tree: Tree;
  byName: Record<Tree>;
  lists: int64[][];
  either: Paid | Sent;
  unclear: Paid | Named;
  until: utcDateTime | "never";
  amount: int64 | null;
  @encode(string) large: int64;
  @encode("unixTimestamp", int32) seconds: utcDateTime;
  day: plainDate;
  small: int32;
}
@route("/echo") @post op echo(
  @query since?: utcDateTime, @query ids?: int64[], @header when?: utcDateTime, @body values: Values,
): { @body values: Values } | { @statusCode _: 409; since: string };
@route("/events") op watch(): { @header contentType: "text/event-stream"; @body events: Tree[] };
@list @route("/trees") op trees(@continuationToken @query after?: string):
  { @pageItems trees: Tree[]; @continuationToken next?: string };
`;

const at = "2026-11-27T10:00:00.000Z";
const onWire = {
  id: 1,
  tree: { id: 2, at, children: [{ id: 3, at }] },
  byName: { first: { id: 4, at } },
  lists: [[5], [6, 7]],
  either: { kind: "sent", at, count: 8 },
  unclear: { kind: "named", at: "noon" },
  until: "never",
  amount: null,
  large: "9223372036854775807",
  seconds: Date.parse(at) / 1_000,
  day: "2026-11-27",
  small: 9,
};

const date = new Date(at);
const converted = {
  id: 1n,
  tree: { id: 2n, at: date, children: [{ id: 3n, at: date }] },
  byName: { first: { id: 4n, at: date } },
  lists: [[5n], [6n, 7n]],
  either: { kind: "sent", at: date, count: 8n },
  unclear: { kind: "named", at: "noon" },
  until: "never",
  amount: null,
  large: 9223372036854775807n,
  seconds: date,
  day: "2026-11-27",
  small: 9,
};

interface Echo extends OperationTypes {
  call: [request?: object];
  result: { readonly status: 200; readonly body: AsyncIterable<unknown> };
}
type Operations = Readonly<Record<"echo" | "watch", Echo>>;

const generated = await generateFromBody(specification);
const { conversions } = (await import(`${generated.folder}/shelf/conversions.js`)) as {
  conversions: Conversions;
};

test("dates and integers are converted in requests, responses and events", async () => {
  const received: unknown[] = [];
  await using server = await listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      received.push([request.url, request.headers["when"], String(Buffer.concat(chunks))]);
      const isEvents = request.url === "/events";
      response.setHeader("content-type", isEvents ? "text/event-stream" : "application/json");
      response.end(isEvents ? `data: {"id":1,"at":"${at}"}\n\n` : JSON.stringify(onWire));
    });
  });
  const { operations } = (await generated.contract("shelf")) as Contract<Operations>;
  const plain = createContractClient<Operations>(operations, {
    baseUrl: server.url.origin,
    streams,
  });
  const client = convertValues(plain, conversions, { dates: true, bigints: true });

  const query = { since: date, ids: [1n, 2n] };
  const echoed = await client.echo({ query, headers: { when: date }, body: converted });
  expect(echoed.body).toEqual(converted);
  const url = `/echo?since=${encodeURIComponent(at)}&ids=1,2`;
  expect(received).toEqual([[url, date.toUTCString(), JSON.stringify(onWire)]]);

  const { body: events } = await client.watch();
  for await (const event of events) expect(event).toEqual({ id: 1n, at: date });
  const dates = convertValues(plain, conversions, { dates: true });
  expect((await dates.echo({ body: onWire })).body).toMatchObject({ id: 1, seconds: date });
});

test("the types of values are those at run time", () => {
  const { folder } = generated;
  const program = (...lines: readonly string[]) => ({
    "values.ts": `import { createContractClient } from "@contract-toolkit/client";
      import { convertValues, type ConvertedOperations } from "@contract-toolkit/client/convert-values";
      import { createLists } from "@contract-toolkit/client/lists";
      import { conversions } from "${folder}/shelf/conversions.js";
      import { operations, type Operations } from "${folder}/shelf/operations.js";
      const plain = createContractClient<Operations>(operations, { baseUrl: "" });
      const client = convertValues(plain, conversions, { dates: true, bigints: true });
      type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
      const isSo = <A, B>(_: Equal<A, B>): void => undefined;
      const at = new Date();
      const tree = { id: 1n, at };
      const values = {
        ...{ id: 1n, tree, byName: { a: tree }, lists: [[1n]], amount: 1n, large: 1n, seconds: at },
        either: { kind: "paid" as const, at, note: "" }, unclear: { kind: "named" as const, at: "noon" },
        ...{ until: at, day: "2026-11-27", small: 9 },
      };
      const response = await client.echo({ query: { since: at, ids: [1n] }, headers: { when: at }, body: values });
      ${lines.join("\n")}`,
  });
  expect(
    typecheck(
      program(
        `if (response.status === 409) isSo<typeof response.body.since, string>(true);`,
        `if (response.status !== 200) throw new Error();`,
        `const { body } = response;`,
        `type Dates = Date | Dates[];`,
        `const nested: Dates | undefined = body.nested;`,
        `isSo<typeof body.id, bigint>(true);`,
        `isSo<NonNullable<typeof body.tree.children>[number]["at"], Date>(true);`,
        `isSo<NonNullable<typeof body.byName["a"]>["id"], bigint>(true);`,
        `isSo<typeof body.lists, bigint[][]>(true);`,
        `isSo<typeof body.either.at, Date>(true);`,
        `isSo<typeof body.unclear.at, Date | string>(true);`,
        `isSo<typeof body.until, Date | string>(true);`,
        `isSo<typeof body.amount, bigint | null>(true);`,
        `isSo<typeof body.large, bigint>(true);`,
        `isSo<typeof body.seconds, Date>(true);`,
        `isSo<typeof body.day, string>(true);`,
        `isSo<typeof body.small, number>(true);`,
        `const watched = await client.watch();`,
        `for await (const event of watched.body) isSo<typeof event.at, Date>(true);`,
        `type Converted = ConvertedOperations<Operations, typeof conversions, { dates: true; bigints: true }>;`,
        `for await (const tree of createLists<Converted>(client, operations).trees()) isSo<typeof tree.id, bigint>(true);`,
        `const dates = await convertValues(plain, conversions, { dates: true }).trees();`,
        `isSo<typeof dates.body.trees[number]["id"], number>(true);`,
      ),
    ),
  ).toEqual([]);
  expect(typecheck(program(`await client.echo({ body: { ...values, id: 1 } });`))).toHaveLength(1);
  expect(
    typecheck(program(`await client.echo({ body: { ...values, seconds: "" } });`)),
  ).toHaveLength(1);
});
