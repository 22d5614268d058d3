import { describe, expect, expectTypeOf, it } from "vitest";
import { order, page, serverError } from "../testing/sample-messages.ts";
import { createClient } from "../index.ts";
import { json, rejection, serve } from "./testing/serve.ts";
import { ResponseError, unwrap, unwrapClient } from "./unwrap.ts";

it("resolves to the body of a success", async () => {
  const { baseUrl } = await serve((response) => {
    json(response, 200, page(0));
  });
  const client = createClient({ baseUrl, token: "jwt" });
  const body = await unwrap(client.listTransactions());
  expect(body.pagination.total).toBe(0);
  expectTypeOf(body.transactions).not.toBeAny();
});

it("throws every other documented response", async () => {
  const { baseUrl } = await serve((response) => {
    json(response, 500, serverError);
  });
  const client = createClient({ baseUrl, token: "jwt" });
  const error = await rejection(unwrap(client.payOrder({ body: order })));
  expect(error).toBeInstanceOf(ResponseError);
  expect(error).toMatchObject({ status: 500, response: { body: serverError } });
});

describe("unwrapClient", () => {
  type Note = { status: 200; body: { text: string } } | { status: 404; body: { detail: string } };
  const client = {
    readNote: (request: { name: string }): Promise<Note> =>
      Promise.resolve(
        request.name === "tea"
          ? { status: 200, body: { text: "Oolong" } }
          : { status: 404, body: { detail: `No ${request.name}.` } },
      ),
    removeNote: (): Promise<{ status: 204; body: undefined } | { status: 403; body: string }> =>
      Promise.resolve({ status: 403, body: "no" }),
  };
  const notes = unwrapClient(client);

  it("resolves to the body of a success", async () => {
    const note = await notes.readNote({ name: "tea" });
    expectTypeOf(note).toEqualTypeOf<{ text: string }>();
    expect(note).toEqual({ text: "Oolong" });
  });

  it("throws an error of the operation's class, whose responses are typed", async () => {
    const error: unknown = await notes.readNote({ name: "x" }).catch((thrown: unknown) => thrown);
    if (!(error instanceof notes.readNote.Error)) throw new Error("It has another class.");
    expectTypeOf(error.response).toEqualTypeOf<{ status: 404; body: { detail: string } }>();
    expect(error.response.body.detail).toBe("No x.");
    expect(error).toBeInstanceOf(ResponseError);
    expect(error).not.toBeInstanceOf(notes.removeNote.Error);
    expect(error).toMatchObject({ operation: "readNote", status: 404 });
  });
});
