import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createContractClient } from "../../../client/index.ts";
import { createResponseValidation } from "../../../client/runtime/validation.ts";
import { describeVerdict, playOnClient, playOnServer, type Suite } from "../../index.ts";
import { generatedClient } from "../../testing/client.ts";
import { typecheck } from "../../testing/compile.ts";
import { generateInto, librarySpec, type GeneratedFolder } from "../../testing/generated.ts";
import { engines } from "../../../server/skeleton/testing/engine.ts";
import { startLibraryServer } from "../../../server/skeleton/testing/library-service/server.ts";

let generated: GeneratedFolder;
let suites: Suite[];

beforeAll(async () => {
  generated = await generateInto(librarySpec);
  suites = [await generated.load("catalogue"), await generated.load("loans")];
});

afterAll(() => generated[Symbol.asyncDispose]());

describe("a specification of another domain, without an edit in the toolkit", () => {
  test("its generated files typecheck, and so do handlers and calls", () => {
    const text = `
      import { createContractClient } from "./client/index.ts";
      import { contract } from "${generated.folder}/catalogue/index.ts";
      import { operations, type Operations } from "${generated.folder}/catalogue/operations.js";
      import type { Handlers } from "${generated.folder}/catalogue/handlers.ts";
      import { contract as loans } from "${generated.folder}/loans/index.ts";
      import { createContractRouter } from "./server/skeleton/index.ts";

      const handlers: Handlers<object> = {
        findItems: ({ query }, reply) => {
          const limit: number = query.limit;
          return reply(200, limit > 1 ? [] : []);
        },
        addItem: ({ body }, reply) =>
          reply(201, { ...body, id: "i", addedAt: "2026-05-01T08:00:00Z" }, { location: "/items/i" }),
        removeItem: ({ path }, reply) => (path.id === "" ? reply(404, { missing: path.id }) : reply(204, undefined)),
        readLabel: (_, reply) => reply(200, "text"),
      };
      export const router = createContractRouter(contract, handlers, {
        authenticate: () => ({}),
        errorHandler: () => ({ status: 500, body: undefined }),
      });
      export async function call(): Promise<string> {
        const client = createContractClient<Operations>(operations, { baseUrl: "http://127.0.0.1" });
        const added = await client.addItem({
          body: { title: "t", medium: "paper", content: { kind: "book", pages: 1 } },
        });
        return added.status === 201 ? added.headers.location : (added.body.problems[0]?.at ?? loans.name);
      }
      // @ts-expect-error Location is required.
      handlers.addItem = ({ body }, reply) => reply(201, { ...body, id: "i", addedAt: "" });
      // @ts-expect-error A book has no minutes.
      void createContractClient<Operations>(operations, { baseUrl: "" }).addItem({ body: { title: "t", medium: "paper", content: { kind: "book", minutes: 1 } } });
    `;
    expect(typecheck({ "library.virtual.ts": text }, generated.folder)).toEqual([]);
  });

  test("its samples are replayed against the client, none skipped", async () => {
    let played = 0;
    for (const { contract, cases } of suites) {
      const { validators } = (await import(
        `${generated.folder}/${contract.name}/client-validators.js`
      )) as {
        validators: Parameters<typeof createResponseValidation>[0];
      };
      const client = generatedClient(contract.operations, createResponseValidation(validators));
      for (const each of cases.filter(
        ({ call, operation }) => call.body !== undefined || !operation.body,
      )) {
        const verdict = await playOnClient(contract, each, client);
        expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
        played += 1;
      }
    }
    expect(played).toBe(7);
  });

  describe.each(engines)("on the engine %s", (engine) => {
    test("its samples are replayed against the server", async () => {
      const [catalogue] = suites;
      if (!catalogue) throw new Error("there is no catalogue");
      const { contract, cases } = catalogue;
      await using server = await startLibraryServer(
        contract,
        await generated.engine(catalogue, engine),
      );
      const listed = cases.find(({ id }) => id === "findItems/two-media")?.response.body;
      server.handlers["findItems"] = (_, reply) => reply(200, listed);
      const played = ["findItems/two-media", "removeItem/odd-id", "readLabel/label"];
      for (const each of cases.filter(({ id }) => played.includes(id))) {
        const verdict = await playOnServer(catalogue, each, {
          url: server.url,
          headers: {},
          provider: { states: {} },
          fresh: String,
        });
        expect(verdict.outcome, describeVerdict(verdict)).toBe("passed");
      }
      expect(server.received).toHaveLength(played.length);
    });

    test("client and server understand each other", async () => {
      const [catalogue] = suites;
      if (!catalogue) throw new Error("there is no catalogue");
      const { contract } = catalogue;
      await using server = await startLibraryServer(
        contract,
        await generated.engine(catalogue, engine),
      );
      const client = createContractClient(contract.operations, {
        baseUrl: server.url.href,
      }) as unknown as Record<string, (request: object) => Promise<unknown>>;
      expect(await client["readLabel"]?.({ path: { id: "a b/ü" } })).toMatchObject({
        status: 200,
        body: "RIV 1",
      });
      expect(server.received.at(-1)?.path).toEqual({ id: "a b/ü" });
      await client["findItems"]?.({
        query: { medium: ["paper", "film"], available: false },
      });
      expect({ ...server.received.at(-1)?.query }).toEqual({
        medium: ["paper", "film"],
        available: false,
        limit: 10,
      });
    });
  });
});
