import { expect, test } from "vitest";
import { typecheck } from "../../../conformance/testing/compile.ts";

const good = `reply(200, { errorCode: 0, message: "" })`;

/** The mistake, a word of the compiler's message, and a handler of deleteToken. */
const wrongHandlers = [
  ["a misspelled field", "DeleteToken200", `(_, reply) => ${good.replace("message", "mesage")}`],
  ["a further field", "Undocumented", `(_, reply) => ${good.replace("}", ", detail: '' }")}`],
  ["a further field of a variable", "Undocumented", "(_, reply) => reply(200, row)"],
  ["a body of another status", "404", `(_, reply) => ${good.replace("200", "404")}`],
  ["a branch that does not reply", "DeleteToken", `(_, reply) => { if (row) return ${good}; }`],
  ["a response that reply did not make", "DeleteToken", "() => ({ status: 200, body: {} })"],
  ["a field of no request", "DeleteTokenBody", `({ body }, reply) => reply(200, body.tokn)`],
  ["a preparation without a response", "Responder<DeleteToken>", "{ prepare: () => undefined }"],
  [
    "a prepared response that reply did not make",
    "DeleteToken",
    `{ prepare: ({ body }) => async (reply) => { if (body.token === "") return ${good}; } }`,
  ],
] as const;

/** The same for whole files. */
const wrongFiles = [
  [
    "a missing handler",
    "payOrder",
    `import { handlers } from "./index.ts";
    const { payOrder, ...others } = handlers;
    export const incomplete: Handlers<Context> = others;`,
  ],
  [
    "a further handler",
    "payOrders",
    `import { handlers } from "./index.ts";
    export const further = { ...handlers, payOrders: handlers.payOrder } satisfies Handlers<Context>;`,
  ],
  [
    "an undocumented status",
    "PayOrderStatus",
    `export const payOrder: Handlers<Context>["payOrder"] = (_, reply) => reply(418, {});`,
  ],
] as const;

const rightHandlers = [
  [
    "a handler",
    `async ({ body, headers }, reply) => {
      const language: "vi" | "en" = headers["X-Language"];
      await Promise.resolve();
      return body.token === language ? ${good} : reply(404, { errorCode: 404, message: "" });
    }`,
  ],
  [
    "a handler that prepares",
    `{
      async prepare({ body, context }) {
        const found = await Promise.resolve(body.token.length + context.requestId.length);
        return (reply) => reply(200, { errorCode: 0, message: String(found) });
      },
    }`,
  ],
] as const;

const preamble = `
  import type { Handlers } from "../../../../generated/gateway/handlers.ts";
  import type { Context } from "../context.ts";
  `;
const handler = (text: string) => `
  const row = { errorCode: 0 as const, message: "", detail: "" };
  export const deleteToken: Handlers<Context>["deleteToken"] = ${text};`;

/** The files are beside the real handlers. */
const fileOf = (name: string) => `server/gateway/http/handlers/${name.replaceAll(" ", "-")}.ts`;

const texts = [
  ...rightHandlers.map(([name, text]) => [name, handler(text)] as const),
  ...wrongHandlers.map(([name, , text]) => [name, handler(text)] as const),
  ...wrongFiles.map(([name, , text]) => [name, text] as const),
];
const messages = typecheck(
  Object.fromEntries(texts.map(([name, text]) => [fileOf(name), preamble + text])),
);

test.each([
  ...rightHandlers.map(([name]) => [name, []] as const),
  ...[...wrongHandlers, ...wrongFiles].map(([name, word]) => [name, [word]] as const),
])("the compiler reports %s with %j", (name, words) => {
  const found = messages.filter(({ file }) => file.endsWith(fileOf(name))).map(({ text }) => text);
  expect(found).toEqual(words.map((word) => expect.stringContaining(word) as string));
});
