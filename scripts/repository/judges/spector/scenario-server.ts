import { readFile, readdir } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import express from "express";
import {
  documentedOf,
  isObject,
  type Contract,
  type FormBody,
  type FormFile,
  type OpenApiDocument,
} from "@contract-toolkit/contract";
import type { MockApiDefinition } from "@typespec/spec-api";
import { createContractRouter } from "../../../../server/skeleton/index.ts";
import { listen } from "../../../../server/skeleton/testing/listen.ts";
import { isByteBody } from "../../../mock/bodies.ts";
import { replyOf } from "./replies.ts";

/** A request as a handler received it. A client can send it again. */
export interface ReceivedRequest {
  readonly operationId: string;
  readonly contract: Contract;
  /** The path of the service's `@server`. */
  readonly basePath: string;
  readonly credentials: Readonly<Record<string, string | undefined>>;
  readonly request: Readonly<
    Record<"path" | "query" | "headers" | "cookies" | "body" | "contentType", unknown>
  >;
}

/** A server of all services of one specification. It gives the response of the exchange that is played. */
export interface ScenarioServer extends AsyncDisposable {
  readonly url: string;
  /** Sets the exchange whose response the handlers give. */
  readonly expect: (exchange: MockApiDefinition) => void;
  /** The request of the last exchange, unless it was rejected. */
  readonly received: () => ReceivedRequest | undefined;
  /** Why the server responded with a problem in the last exchange. */
  readonly problem: () => string | undefined;
}

/** Serves the contracts that were generated into a folder. */
export async function startScenarioServer(folder: string): Promise<ScenarioServer> {
  let exchange: MockApiDefinition | undefined;
  let received: ReceivedRequest | undefined;
  let problem: string | undefined;
  let url = "";
  const application = express();
  // A link to the next page may lead to any path. A service forwards it to the operation that has the page.
  application.use((request, _, next) => {
    request.url = request.url.replace(nextPage, "");
    next();
  });
  const entries = await readdir(folder, { withFileTypes: true });
  for (const { name } of entries.filter(
    (entry) => entry.isDirectory() && entry.name !== "node_modules",
  )) {
    const { contract, basePath } = await readService(join(folder, name));
    const handlers = Object.fromEntries(
      Object.entries(contract.operations).map(([operationId, { responses }]) => [
        operationId,
        async ({ context, ...request }: Handled, reply: UntypedReply) => {
          const body = await readWhole(request.body);
          received = {
            operationId,
            contract,
            basePath,
            credentials: context,
            request: { ...request, body },
          };
          if (!exchange) throw new Error("No exchange is expected.");
          const { response } = exchange;
          const documented = documentedOf(responses, response.status);
          const { status, body: sent, headers } = replyOf(response, documented, { baseUrl: url });
          return reply(status, sent, headers);
        },
      ]),
    );
    application.use(
      // A colon begins a parameter in Express.
      basePath.replaceAll(":", String.raw`\:`),
      createContractRouter(contract, {
        handlers: handlers as never,
        notFound: "next",
        authenticate: ({ credentials }) => credentials,
        onResponse(info) {
          if (info.problem) problem = JSON.stringify(info.problem);
        },
      }),
    );
  }
  const listening = await listen(application);
  url = listening.url.origin;
  return {
    url,
    expect(next) {
      exchange = next;
      received = problem = undefined;
    },
    received: () => received,
    problem: () => problem,
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  };
}

type Handled = ReceivedRequest["request"] & { readonly context: ReceivedRequest["credentials"] };

type UntypedReply = (status: number, body: unknown, headers: Record<string, unknown>) => never;

async function readService(folder: string): Promise<{ contract: Contract; basePath: string }> {
  const { href } = pathToFileURL(join(folder, "index.ts"));
  const { contract } = (await import(href)) as { contract: Contract };
  const text = await readFile(join(folder, "openapi.json"), "utf8");
  const { servers } = JSON.parse(text) as OpenApiDocument & {
    servers?: readonly DocumentedServer[];
  };
  return { contract, basePath: serverBasePath(servers?.[0], contract.version) };
}

/** The path of a next page in the scenarios, which no operation has. */
export const nextPage = /\/nextPage(?=\?|$)/;

interface DocumentedServer {
  readonly url: string;
  readonly variables?: Readonly<
    Record<string, { readonly default: string; readonly enum?: readonly string[] }>
  >;
}

/** The path of a server's URL, whose first variable is the host in all of these specifications. */
function serverBasePath(server: DocumentedServer = { url: "/" }, version = ""): string {
  const url = server.url.replace(/^\{\w+\}/, "").replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const variable = server.variables?.[name];
    const { enum: values = [] } = variable ?? {};
    // The latest version comes last.
    return (values.includes(version) ? version : values.at(-1)) ?? variable?.default ?? "";
  });
  return new URL(url, "http://127.0.0.1").pathname;
}

/** The whole of a body that a handler gets as a stream, in the form in which a client sends it. */
async function readWhole(body: unknown): Promise<unknown> {
  if (isMockForm(body)) {
    const fields = Object.entries(await body.read());
    const sent = fields.map(async ([name, value]) => [
      name,
      Array.isArray(value) ? await Promise.all(value.map(sentPart)) : await sentPart(value),
    ]);
    return Object.fromEntries(await Promise.all(sent)) as unknown;
  }
  return isByteBody(body) ? body.bytes() : body;
}

async function sentPart(value: unknown): Promise<unknown> {
  if (!isFile(value)) return value;
  const { filename, contentType, body } = value;
  const bytes = await body.bytes();
  return new File([bytes.slice()], filename ?? "", { type: contentType });
}

function isMockForm(body: unknown): body is FormBody<object> {
  return isObject(body) && body["kind"] === "form";
}

function isFile(value: unknown): value is FormFile {
  return isObject(value) && isByteBody(value["body"]);
}
