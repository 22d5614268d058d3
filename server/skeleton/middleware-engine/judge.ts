import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import express from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { formats } from "@contract-toolkit/kernel";

/**
 * Makes a judge of express-openapi-validator. It is shown every message as the JSON body of a POST to one path, told
 * apart by a content type of ours. Of a body it coerces and skips nothing; elsewhere it does: parameters are coerced by
 * rules of its own, answers are judged below 500 only and without their headers. One path, because it tries every path of a
 * document on every request. Content types of ours, because it keeps a validator for each that it meets, so none that a
 * client sends may reach it.
 *
 * @returns undefined for a value that is accepted as the message of a name, otherwise the first keywords that it breaks
 */
export function createJudge(messages: JudgedSchemas) {
  const types = new Map(
    [...messages.schemas.keys()].map((name, index) => [name, `application/m${index}+json`]),
  );
  const validator = express.Router().use(
    ...OpenApiValidator.middleware({
      apiSpec: describe(messages, types),
      // It is made here, and valid; its judgement is a third of the time that an engine takes to make.
      validateApiSpec: false,
      validateResponses: false,
      validateSecurity: false,
      fileUploader: false,
      // The default takes a 30th of February.
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
      const question = new Question(types.get(name) ?? "", value);
      waiting.set(question, (outcome) => {
        if (outcome === undefined) resolve(undefined);
        else if (outcome instanceof OpenApiValidator.error.BadRequest) resolve(keywordsIn(outcome));
        else reject(new Error(`The middleware cannot judge "${name}".`, { cause: outcome }));
      });
      app(question, new ServerResponse(question));
    });
}

/** A request that never was on a wire. */
class Question extends IncomingMessage {
  override readonly method = "POST";
  override readonly url = "/";
  override readonly headers: { readonly "content-type": string };
  readonly body: unknown;

  constructor(contentType: string, body: unknown) {
    super(new Socket());
    this.headers = { "content-type": contentType };
    this.body = body;
  }
}

function describe(
  { schemas, components }: JudgedSchemas,
  types: ReadonlyMap<string, string>,
): ApiSpec {
  const content = Object.fromEntries(
    [...schemas].map(([name, schema]) => [
      types.get(name) ?? "",
      // Of a body that is a reference, the middleware forgets what stands beside it.
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

/** What the middleware judges by. It has types of schemas of its own. */
interface JudgedSchemas {
  readonly schemas: ReadonlyMap<string, Readonly<Record<string, unknown>>>;
  readonly components: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

type ApiSpec = Exclude<Parameters<typeof OpenApiValidator.middleware>[0]["apiSpec"], string>;

function keywordsIn({ errors }: InstanceType<typeof OpenApiValidator.error.BadRequest>): string[] {
  const keywords = errors.map(({ errorCode = "" }) => errorCode.split(".")[0] ?? "");
  return [...new Set(keywords)];
}

/** As the other engine judges them. The middleware asks for the type of each. */
const replacedFormats = Object.fromEntries(
  Object.entries(formats).map(([name, validate]) => [name, { type: "string" as const, validate }]),
);
