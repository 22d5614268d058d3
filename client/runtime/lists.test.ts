import type { NextPage, Operation, StatusResponse } from "@contract-toolkit/contract";
import { expect, expectTypeOf, it } from "vitest";
import { createLists } from "./lists.ts";
import { ResponseError } from "./unwrap.ts";

type Page = { notes: number[]; next?: string | undefined; total?: number };

interface Operations {
  listNotes: {
    id: "listNotes";
    call: [request?: { query?: { page?: number; size?: number; tag?: string[] } }];
    result: StatusResponse<200, Page> | StatusResponse<400, string>;
    item: number;
  };
  readNote: { id: "readNote"; call: []; result: StatusResponse<200, number> };
}

const query = (name: string, more: object = {}) => ({
  name,
  in: "query" as const,
  type: "integer" as const,
  required: false,
  ...more,
});

function operation(next?: NextPage): Operation {
  return {
    id: "listNotes",
    method: "GET",
    path: "/notes",
    summary: "",
    retryable: true,
    parameters: [
      query("page"),
      query("size"),
      query("tag", { type: "string", array: { explode: true } }),
    ],
    responses: { 200: { headers: ["next"] } },
    ...(next && { paging: { items: ["notes"], next } }),
    source: { file: "a.tsp", line: 1, column: 1 },
  };
}

/** Lists of a client whose pages are given, and the requests that they send. */
function listsOf(next: NextPage, pages: readonly Page[], headers: readonly object[] = []) {
  const sent: unknown[] = [];
  const client = {
    listNotes: (request: object = {}) => {
      const at = sent.push(request) - 1;
      const body = pages[at] ?? { notes: [] };
      return Promise.resolve({
        status: 200 as const,
        headers: headers[at] ?? {},
        body,
        requestId: "",
      });
    },
    readNote: () => Promise.resolve({ status: 200 as const, headers: {}, body: 1, requestId: "" }),
  };
  const operations = { listNotes: operation(next), readNote: operation() };
  return { lists: createLists<Operations>(client, operations), sent };
}

const parameter = { in: "query", name: "page" } as const;
const pages = [{ notes: [1, 2], next: "b" }, { notes: [3], next: "c" }, { notes: [] }];

it.each<[string, NextPage, unknown[]]>([
  ["a number", { by: "number", first: 1, parameter }, [undefined, 2, 3]],
  ["an offset", { by: "offset", first: 0, parameter }, [undefined, 2, 3]],
  ["a token", { by: "token", at: { body: ["next"] }, parameter }, [undefined, "b", "c"]],
])(
  "reads the pages of a list with %s, and keeps the other parameters",
  async (_, next, expected) => {
    const { lists, sent } = listsOf(next, pages);
    const notes: number[] = [];
    for await (const note of lists.listNotes({ query: { size: 2 } })) {
      expectTypeOf(note).toEqualTypeOf<number>();
      notes.push(note);
    }
    expect(notes).toEqual([1, 2, 3]);
    expect(sent).toEqual(
      expected.map((page) => ({ query: { size: 2, ...(page !== undefined && { page }) } })),
    );
    expect(Object.keys(lists)).toEqual(["listNotes"]);
  },
);

const total = { by: "number", first: 1, parameter, total: { body: ["total"] } } as const;

it.each<[string, NextPage, Page[], object[], number]>([
  [
    "a total in the body",
    total,
    [
      { notes: [1, 2], total: 3 },
      { notes: [3], total: 3 },
    ],
    [],
    2,
  ],
  ["a total of nothing", total, [{ notes: [], total: 0 }], [], 1],
  ["a shrunk list", total, [{ notes: [1], total: 9 }], [], 2],
  ["no total", total, [{ notes: [1] }], [], 2],
  [
    "a total in a header",
    { ...total, by: "offset", total: { header: "total" } },
    [{ notes: [1] }, { notes: [2] }],
    [{ total: "2" }, { total: "2" }],
    2,
  ],
])("asks for no page after the last one of %s", async (_, next, given, headers, requests) => {
  const { lists, sent } = listsOf(next, given, headers);
  for await (const note of lists.listNotes()) expect(note).toBeLessThan(4);
  expect(sent).toHaveLength(requests);
});

it("requests a page only when it is needed, and hands over the options of the call", async () => {
  const { lists, sent } = listsOf(total, pages);
  const list = lists.listNotes({}, { signal: AbortSignal.abort() });
  await list.next();
  await list.next();
  expect(sent).toEqual([{}]);
});

it("begins at the page that is asked for", async () => {
  const { lists, sent } = listsOf({ by: "number", first: 1, parameter }, [{ notes: [9] }]);
  await lists.listNotes({ query: { page: 7 } }).next();
  const second = lists.listNotes({ query: { page: 7 } });
  for await (const note of second) expect(note).toBe(9);
  expect(sent).toEqual([{ query: { page: 7 } }, { query: { page: 7 } }]);
});

it("follows a link in a header with the documented types", async () => {
  const link: NextPage = { by: "link", at: { header: "next" } };
  const { lists, sent } = listsOf(link, pages, [
    { next: "https://a.example/notes?page=2&tag=x&tag=y" },
  ]);
  for await (const note of lists.listNotes({ query: { size: 2 } })) expect(note).toBeLessThan(4);
  expect(sent).toEqual([{ query: { size: 2 } }, { query: { page: 2, tag: ["x", "y"] } }]);
});

it.each<[string, NextPage, Page[], string]>([
  [
    "an undocumented parameter",
    { by: "link", at: { body: ["next"] } },
    [{ notes: [], next: "/?a=1" }],
    `undocumented parameter "a"`,
  ],
  [
    "no progress",
    { by: "token", at: { body: ["next"] }, parameter },
    [
      { notes: [], next: "b" },
      { notes: [], next: "b" },
    ],
    "leads to itself",
  ],
])("a list with %s ends with an error", async (_, next, given, message) => {
  await expect(listsOf(next, given).lists.listNotes().next()).rejects.toThrow(message);
});

it("a response that is no page is thrown", async () => {
  const refused = { status: 400 as const, headers: {}, body: "no", requestId: "" };
  const client = {
    listNotes: () => Promise.resolve(refused),
    readNote: () => Promise.reject(new Error()),
  };
  const operations = {
    listNotes: operation({ by: "number", first: 1, parameter }),
    readNote: operation(),
  };
  const list = createLists<Operations>(client, operations).listNotes();
  await expect(list.next()).rejects.toBeInstanceOf(ResponseError);
});
