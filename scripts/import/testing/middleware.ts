/** Judges a published document: a server that others wrote reads it, and accepts the bodies that the own server accepts. */
import express, { type ErrorRequestHandler } from "express";
import * as OpenApiValidator from "express-openapi-validator";
import { integerFormats, integerRange, textFormats } from "@contract-toolkit/contract";
import { listen } from "../../../server/skeleton/testing/listen.ts";
import { spread, type JudgedMessage } from "../judge/messages.ts";

/** The JSON bodies of requests about which express-openapi-validator and the own server disagree, and what it says. */
export async function disputedBodies(apiSpec: object, messages: readonly JudgedMessage[]) {
  let said = "";
  const onError: ErrorRequestHandler = ({ message }, _, response, _next) => {
    said = String(message);
    response.status(400).end();
  };
  const formats = [
    ...Object.entries(textFormats).map(([name, validate]) => ({ name, type: "string", validate })),
    ...integerFormats.map((name) => {
      const { from, to } = integerRange(name);
      const validate = (value: number) => value >= from && value <= to;
      return { name, type: "number", validate };
    }),
  ];
  const app = express()
    .use(express.json({ strict: false, type: "application/json" }))
    .use(
      OpenApiValidator.middleware({
        apiSpec: apiSpec as never,
        validateResponses: false,
        validateSecurity: false,
        fileUploader: false,
        formats: Object.fromEntries(formats.map(({ name, ...format }) => [name, format])) as never,
      }),
    )
    .use((_, response) => void response.status(204).end())
    .use(onError);
  await using listening = await listen(app);
  const disputed: { readonly id: string; readonly what: string }[] = [];
  const places = Map.groupBy(messages, ({ pointer }) => pointer);
  const played = [...places.values()].flatMap((all) => spread(all, 100));
  for (const { operation, status, message, brokenRules } of played) {
    const { contentType, body } = message;
    const isJson = operation && status === undefined && contentType === "application/json";
    if (!isJson || body === undefined) continue;
    const headers = { "content-type": contentType };
    const { method, path } = operation;
    const url = new URL(path, listening.url);
    const response = await fetch(url, { method, headers, body: JSON.stringify(body) });
    const what = `${JSON.stringify(body)}: ${response.ok ? "accepted" : said}`;
    if (response.ok !== (brokenRules.length === 0)) disputed.push({ id: operation.id, what });
  }
  return disputed;
}
