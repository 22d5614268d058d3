import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import express from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { textFormats } from "@contract-toolkit/contract";

/**
 * Makes a judge that asks express-openapi-validator. Each message is passed as the JSON body of a POST to one path, with a
 * content type for each kind of message. Only bodies are validated as they are: the middleware coerces parameters by its own
 * rules, and ignores headers of responses and responses from 500 on. It tries every path of a document for each request, so there
 * is only one path. It stores a validator for each content type that it sees, so content types of clients must not reach it.
 *
 * @returns undefined if the value is accepted, otherwise the first keywords that it breaks
 */
export function createMessageJudge(messages: JudgedSchemas) {
  const types = new Map(
    [...messages.schemas.keys()].map((name, index) => [name, `application/m${index}+json`]),
  );
  const validator = express.Router().use(
    ...OpenApiValidator.middleware({
      apiSpec: describeMessageApi(messages, types),
      // The document is made here and valid. Checking it would take a third of the start.
      validateApiSpec: false,
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
      // The default accepts the 30th of February.
      ajvFormats: { mode: "full" },
      formats: replacedFormats,
    }),
  );
  const waiting = new WeakMap<object, (outcome: unknown) => void>();
  const app = express().use((request, response) => {
    validator(request, response, (failure: unknown) => {
      const judged = "openapi" in request && request.openapi !== undefined;
      waiting.get(request)?.(failure ?? (judged ? undefined : new Error("No path was matched.")));
    });
  });

  return (name: string, value: unknown) =>
    new Promise<readonly string[] | undefined>((resolve, reject) => {
      // A request that was never sent.
      const question = Object.assign(new IncomingMessage(new Socket()), {
        method: "POST",
        url: "/",
        body: value,
        headers: { "content-type": types.get(name) },
      });
      waiting.set(question, (outcome) => {
        if (outcome === undefined) resolve(undefined);
        else if (outcome instanceof OpenApiValidator.error.BadRequest) resolve(keywordsIn(outcome));
        else reject(new Error(`The middleware cannot judge "${name}".`, { cause: outcome }));
      });
      app(question, new ServerResponse(question));
    });
}

function describeMessageApi(
  { schemas, components }: JudgedSchemas,
  types: ReadonlyMap<string, string>,
): ApiSpec {
  const content = Object.fromEntries(
    [...schemas].map(([name, schema]) => [
      types.get(name) ?? "",
      // The middleware ignores keywords next to a reference.
      { schema: { allOf: [schema] } },
    ]),
  );
  const responses = { default: { description: "Nothing is answered." } };
  return {
    openapi: "3.1.0",
    info: { title: "Messages", summary: "", version: "1" },
    paths: { "/": { post: { requestBody: { content }, responses } } },
    components: { schemas: components },
    webhooks: {},
  };
}

/** The schemas of messages and components. The middleware has its own types of schemas. */
interface JudgedSchemas {
  readonly schemas: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]["apiSpec"], string>;

function keywordsIn({ errors }: InstanceType<typeof OpenApiValidator.error.BadRequest>): string[] {
  const keywords = errors.map(({ errorCode = "" }) => errorCode.split(".")[0] ?? "");
  return [...new Set(keywords)];
}

/** The same formats as in the other engine. The middleware requires their type. */
const replacedFormats = Object.fromEntries(
  Object.entries(textFormats).map(([name, validate]) => [
    name,
    { type: "string" as const, validate },
  ]),
);
