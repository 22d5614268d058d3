import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import express from "express";
import type { Operation } from "@contract-toolkit/contract";
import { cannedResponse } from "../canned-responses.ts";
import { readContract } from "../contracts.ts";

/** Code written by hand around the compiled validators, for these operations alone. The skeleton is compared with it. */
export async function byHandOnNode(folder: string): Promise<Server> {
  return createServer(await createListener(folder));
}

export async function byHandInExpress(folder: string): Promise<Server> {
  const listener = await createListener(folder);
  return createServer(express().disable("x-powered-by").use(listener));
}

type Listener = (request: IncomingMessage, response: ServerResponse) => void;
type Texts = Record<string, unknown>;

async function createListener(folder: string): Promise<Listener> {
  const { operations, validators } = await readContract(folder);
  const plans = new Map(
    Object.values(operations).map((operation) => [
      `${operation.method} ${operation.path}`,
      { ...readersOf(operation), id: operation.id, ...validators[operation.id] },
    ]),
  );
  return (request, response) => {
    const { url = "", method = "", headers: sent } = request;
    const mark = url.indexOf("?");
    const pathname = mark < 0 ? url : url.slice(0, mark);
    const plan = plans.get(`${method} ${pathname}`);
    if (!plan) {
      send(response, 404, { errorCode: 404, message: "There is no such path." });
      return;
    }
    const { id, readHeaders, readQuery, request: isRequest, responses } = plan;
    const respond = (body?: unknown) => {
      const query = readQuery(mark < 0 ? "" : url.slice(mark + 1));
      const message = { path: {}, query, headers: readHeaders(sent) };
      if (isRequest?.(body === undefined ? message : { ...message, body }) !== true) {
        send(response, 400, { errorCode: 1, message: "Not valid." });
        return;
      }
      const reply = { headers: {}, body: cannedResponse(id, query) };
      if (responses?.[200]?.(reply) === true) send(response, 200, reply.body);
      else send(response, 500, { errorCode: 500, message: "Failed." });
    };
    const length = Number(sent["content-length"] ?? 0);
    if (length === 0) {
      respond();
      return;
    }
    const chunks: Buffer[] = [];
    let received = 0;
    request.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      received += chunk.length;
      if (received === length) respond(JSON.parse(Buffer.concat(chunks).toString()));
    });
  };
}

function readersOf({ parameters }: Operation) {
  const parametersIn = (place: string) => parameters.filter((parameter) => parameter.in === place);
  const headers = parametersIn("header")
    .filter(({ credential }) => !credential)
    .map(({ name }) => [name, name.toLowerCase()] as const);
  const types = new Map(parametersIn("query").map(({ name, type }) => [name, type]));
  return {
    readHeaders: (sent: IncomingMessage["headers"]): Texts => {
      const values: Texts = {};
      for (const [name, key] of headers) if (sent[key] !== undefined) values[name] = sent[key];
      return values;
    },
    readQuery: (search: string): Texts => {
      const values: Texts = {};
      if (search === "") return values;
      for (const pair of search.split("&")) {
        const [name = "", text = ""] = pair.split("=");
        values[name] = types.get(name) === "integer" ? Number(text) : decodeURIComponent(text);
      }
      return values;
    },
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const length = String(Buffer.byteLength(text));
  const headers = ["Content-Type", "application/json; charset=utf-8", "Content-Length", length];
  response.writeHead(status, headers).end(text);
}
