import express from "express";
import type { Contract, OperationTypes, Received, Reply } from "@contract-toolkit/kernel";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContractRouter } from "../index.ts";
import { engines } from "../testing/engine.ts";
import { generateContracts, librarySpec } from "../testing/generated.ts";
import { listen, type Listening } from "../testing/listen.ts";

type AnyHandler = (
  request: Received<OperationTypes, string>,
  reply: Reply<OperationTypes>,
) => unknown;

const generated = await generateContracts(librarySpec);
const item = {
  id: "i-1",
  addedAt: "2026-05-01T08:00:00Z",
  title: "Rivers",
  medium: "paper",
  content: { kind: "book", pages: 212 },
};

describe.each(engines)("on the engine %s", (engine) => {
  /** Two contracts below paths of an application that parses JSON and has a page of its own. */
  const app = express().use(express.json());
  let listening: Listening;

  beforeAll(async () => {
    app.use(
      "/library",
      await routerOf(await generated.contract("catalogue"), {
        findItems: (_, reply) => reply(200, [item]),
        addItem: ({ body }, reply) =>
          reply(201, { ...item, ...(body as object) }, { location: "/items/i-1" }),
        removeItem: (_, reply) => reply(204, undefined),
        readLabel: ({ context }, reply) => reply(200, context),
      }),
      await routerOf(await generated.contract("loans"), {
        borrowItem: ({ path, query }, reply) => {
          const { days } = query as { days: number };
          const { itemId } = path as { itemId: string };
          return days > 7
            ? reply(422, { reason: "blocked" })
            : reply(200, { itemId, dueOn: "2026-05-20" });
        },
      }),
    );
    app.get("/library/hours", (_request, response) => void response.send("nine to five"));
    listening = await listen(app);
  });

  afterAll(() => listening[Symbol.asyncDispose]());

  async function routerOf(contract: Contract, handlers: Record<string, AnyHandler>) {
    return createContractRouter(contract, handlers as never, {
      authenticate: ({ headers }) => headers["x-shelf"]?.toString() ?? "no shelf",
      engine: await generated.engine(contract, engine),
      notFound: "next",
      cors: { origins: "*" },
    });
  }

  async function ask(method: string, path: string, body?: object, headers = {}) {
    const answer = await fetch(new URL(`/library${path}`, listening.url), {
      method,
      headers: { ...(body && { "Content-Type": "application/json" }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    return { status: answer.status, text: await answer.text(), headers: answer.headers };
  }

  const draft = {
    title: "Night",
    medium: "audio",
    content: { kind: "recording", minutes: 3, narrator: null },
  };

  test("a parsed body reaches the handler of the first contract", async () => {
    const { status, text, headers } = await ask("POST", "/items", draft);
    expect([status, JSON.parse(text)]).toEqual([201, { ...item, ...draft }]);
    expect(headers.get("access-control-expose-headers")).toBe("location");
  });

  test("what breaks the contract is told, or its shape is: it documents one for 400", async () => {
    const { status, text } = await ask("POST", "/items", { ...draft, title: "" });
    expect([status, text]).toEqual([400, ""]);
    const other = await ask("PUT", "/loans/i-1?days=29");
    expect(other.status).toBe(400);
    expect(JSON.parse(other.text)).toMatchObject({
      title: "Bad Request",
      errors: [{ field: "days", reason: "must be at most 28" }],
    });
  });

  test("the second contract, and then the application, have what is left", async () => {
    expect((await ask("PUT", "/loans/i-1")).text).toBe('{"itemId":"i-1","dueOn":"2026-05-20"}');
    expect((await ask("PUT", "/loans/i-1?days=8")).text).toBe('{"reason":"blocked"}');
    expect((await ask("GET", "/hours")).text).toBe("nine to five");
    expect((await ask("GET", "/others")).text).toContain("Cannot GET /library/others");
    expect((await ask("GET", "/loans/i-1")).status).toBe(405);
  });

  test("a text is the context that authenticate has made of the request", async () => {
    expect((await ask("GET", "/items/i-1/label", undefined, { "X-Shelf": "R" })).text).toBe("R");
  });
});
