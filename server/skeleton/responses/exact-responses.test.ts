import type { Reply, Replied } from "@contract-toolkit/contract";
import { expect, test } from "vitest";
import { reply as replyToAny } from "./response.ts";

type Piece = { kind: "text"; text: string } | { kind: "image"; width: number; caption?: string };

/** An operation whose response has every kind of field. */
interface Show {
  id: "show";
  path: object;
  query: object;
  headers: object;
  body: undefined;
  defaults: never;
  status: 200 | 204 | 404;
  responses: {
    200: {
      headers: object;
      body: {
        title: string;
        subtitle?: string;
        pieces: Piece[];
        labels?: Record<string, { colour: string }>;
        note: { text: string } | null;
        more?: unknown;
        parent?: Show["responses"][200]["body"];
      };
    };
    204: { headers: object; body: undefined };
    404: { headers: object; body: { missing: string } };
  };
}

type Page = Show["responses"][200]["body"];

const reply = replyToAny as unknown as Reply<Show>;
const base = { title: "t", pieces: [], note: null };

test("documented bodies compile, also from variables", () => {
  const text = { kind: "text", text: "t" } as const;
  const image = { kind: "image", width: 1 } as const;
  const row: Page = { ...base, subtitle: "s" };
  const untyped: unknown = { a: 1 };
  const labels: Record<string, { colour: string }> = { a: { colour: "red" } };
  const isLong = row.title.length > 1;
  const responses: Replied<Show>[] = [
    reply(200, row),
    reply(200, JSON.parse("{}")),
    reply(200, isLong ? { ...base, pieces: [text, image] } : row),
    reply(200, { title: "t", pieces: [{ kind: "text", text: "t" }], note: { text: "n" } }),
    reply(200, { ...base, pieces: isLong ? [text] : [image] }),
    reply(200, { ...base, pieces: [text].map((item) => ({ ...item })) }),
    reply(200, { ...base, labels, more: untyped }),
    reply(200, { ...base, ...(isLong && { subtitle: "s" }) }),
    reply(200, { ...base, parent: { ...base, parent: row } }),
    reply(204, undefined),
    reply(404, { missing: "m" }),
  ];
  expect(responses).toHaveLength(11);
});

test("undocumented fields do not compile, also from variables", () => {
  const more = { ...base, secret: "s" };
  const piece = { kind: "text", text: "t", secret: "s" } as const;
  const note = { text: "n", secret: "s" };
  const labels = { a: { colour: "red", secret: "s" } };
  const maybe: { title: string; pieces: Piece[]; note: null; secret?: string } = base;
  interface Row extends Page {
    secret: string;
  }
  const row: Row = more;
  const responses: Replied<Show>[] = [
    // @ts-expect-error In a variable.
    reply(200, more),
    // @ts-expect-error An optional field.
    reply(200, maybe),
    // @ts-expect-error Of a wider type.
    reply(200, row),
    // @ts-expect-error In a list.
    reply(200, { ...base, pieces: [piece] }),
    // @ts-expect-error In a mapped list.
    reply(200, { ...base, pieces: [1].map(() => piece) }),
    // @ts-expect-error In an object.
    reply(200, { ...base, note }),
    // @ts-expect-error In a record.
    reply(200, { ...base, labels }),
    // @ts-expect-error In a recursive type.
    reply(200, { ...base, parent: { ...base, parent: more } }),
    // @ts-expect-error In a literal.
    reply(200, { ...base, secret: "s" }),
    // @ts-expect-error Of another status.
    reply(404, base),
  ];
  expect(responses).toHaveLength(10);
});
