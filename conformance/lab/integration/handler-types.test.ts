import { expect, test } from "vitest";
import { typecheck } from "../../testing/compile.ts";

/** Handler mistakes by name, each as a file that stands beside the real handlers. */
const mistakes = {
  "a missing handler": `
    import { handlers } from "./index.ts";
    const { payOrder, ...others } = handlers;
    export const incomplete: Handlers<Context> = others;`,
  "a further handler": `
    import { handlers } from "./index.ts";
    export const further = { ...handlers, payOrders: handlers.payOrder } satisfies Handlers<Context>;`,
  "an undocumented status": `
    export const payOrder: Handlers<Context>["payOrder"] = (_, reply) => reply(418, {});`,
  "a misspelled field": `
    export const deleteToken: Handlers<Context>["deleteToken"] = (_, reply) => reply(200, { errorCode: 0, mesage: "" });`,
  "a further field": `
    export const deleteToken: Handlers<Context>["deleteToken"] = (_, reply) =>
      reply(200, { errorCode: 0, message: "", detail: "" });`,
  "a further field of a variable": `
    const row = { errorCode: 0 as const, message: "", detail: "" };
    export const deleteToken: Handlers<Context>["deleteToken"] = (_, reply) => reply(200, row);`,
  "a body of another status": `
    export const deleteToken: Handlers<Context>["deleteToken"] = (_, reply) => reply(404, { errorCode: 0, message: "" });`,
  "a branch that does not reply": `
    export const deleteToken: Handlers<Context>["deleteToken"] = ({ body }, reply) => {
      if (body.token === "") return reply(200, { errorCode: 0, message: "" });
    };`,
  "an answer that reply did not make": `
    export const deleteToken: Handlers<Context>["deleteToken"] = () => ({ status: 200, body: {} });`,
  "a preparation that leaves nothing to answer with": `
    export const deleteToken: Handlers<Context>["deleteToken"] = { prepare: () => undefined };`,
  "a prepared answer that reply did not make": `
    export const deleteToken: Handlers<Context>["deleteToken"] = {
      prepare: ({ body }) => async (reply) => {
        if (body.token === "") return reply(200, { errorCode: 0, message: "" });
      },
    };`,
  "a field that the request does not have": `
    export const deleteToken: Handlers<Context>["deleteToken"] = ({ body }, reply) =>
      reply(200, { errorCode: 0, message: body.tokn });`,
} as const;

const correct = `
  export const deleteToken: Handlers<Context>["deleteToken"] = async ({ body, headers }, reply) => {
    const language: "vi" | "en" = headers["X-Language"];
    await Promise.resolve();
    return body.token === language
      ? reply(200, { errorCode: 0, message: "" })
      : reply(404, { errorCode: 404, message: "" });
  };`;

const prepared = `
  export const deleteToken: Handlers<Context>["deleteToken"] = {
    async prepare({ body, context }) {
      const found = await Promise.resolve(body.token.length + context.requestId.length);
      return (reply) =>
        reply(200, { errorCode: 0, message: String(found) });
    },
  };`;

const preamble = `
  import type { Handlers } from "../../../generated/gateway/handlers.ts";
  import type { Context } from "../http/context.ts";`;

const fileOf = (name: string) => `server/gateway/handlers/${name.replaceAll(" ", "-")}.virtual.ts`;

const messages = typecheck(
  Object.fromEntries(
    Object.entries({ ...mistakes, correct, prepared }).map(([name, text]) => [
      fileOf(name),
      preamble + text,
    ]),
  ),
);

test.each(["correct", "prepared"])("a %s handler compiles", (name) => {
  expect(errorsOf(name)).toEqual([]);
});

test.each([
  ["a missing handler", "payOrder"],
  ["a further handler", "payOrders"],
  ["an undocumented status", "PayOrderStatus"],
  ["a misspelled field", "DeleteToken200"],
  ["a further field", "Undocumented"],
  ["a further field of a variable", "Undocumented"],
  ["a body of another status", "404"],
  ["a branch that does not reply", "DeleteToken"],
  ["an answer that reply did not make", "DeleteToken"],
  ["a preparation that leaves nothing to answer with", "Answering<DeleteToken>"],
  ["a prepared answer that reply did not make", "DeleteToken"],
  ["a field that the request does not have", "DeleteTokenBody"],
] as const)("%s does not compile, and the message says %s", (mistake, word) => {
  const [first, ...further] = errorsOf(mistake);
  expect(first).toContain(word);
  expect(further).toEqual([]);
});

function errorsOf(name: string): string[] {
  return messages.filter(({ file }) => file.endsWith(fileOf(name))).map(({ text }) => text);
}
