import type { OriginalResponse, Exchange } from "./exchange.ts";
import { once } from "node:events";
import type { IncomingMessage, ServerResponse } from "node:http";
import {
  bodyKindOf,
  findBodyContent,
  contentsOf,
  documentedOf,
  headerText,
  isStreamed,
  responseHeader,
  type Operation,
} from "@contract-toolkit/contract/messages";
import type { Later } from "./maybe-async.ts";
import { invalidResponse } from "./problem.ts";
import { describeResponse } from "./responses/check-response.ts";
import { PreparedResponse } from "./responses/response.ts";

/** Whether a message of an operation is a stream, which cannot be held back until it has been judged. */
export function hasStreams({ body, responses }: Operation): boolean {
  return [body, ...Object.values(responses)]
    .flatMap(contentsOf)
    .some((content) => isStreamed(bodyKindOf(content)));
}

/**
 * Lets the next middleware respond, and holds its response back. The validated body is in `request.body`, where body parsers
 * leave it, so that they read nothing more.
 */
export function passOn<Context, Request extends IncomingMessage>(
  operation: Operation,
  exchange: Exchange<Context, Request>,
): Later {
  return (done, failed) => {
    respond(operation, exchange).then(done, failed);
  };
}

async function respond<Context, Request extends IncomingMessage>(
  operation: Operation,
  exchange: Exchange<Context, Request>,
): Promise<void> {
  const { request, response, message, isBodyRead, next } = exchange;
  const { signal } = exchange.received();
  if (message.body !== undefined) Object.assign(request, { body: message.body, _body: true });
  // A body parser that finds an unfinished request would wait for its bytes.
  if (isBodyRead && !request.readableEnded) await once(request, "end", { signal });
  const held = captureResponse(response, signal);
  next?.();
  exchange.original = await held;
  exchange.result = preparedOf(operation, exchange.original);
}

/** The methods that send something. */
const replaced = ["writeHead", "write", "end", "flushHeaders"];

/** Resolves to the response that is written meanwhile. Nothing of it is sent. */
function captureResponse(response: ServerResponse, signal: AbortSignal): Promise<OriginalResponse> {
  const { promise, resolve, reject } = Promise.withResolvers<OriginalResponse>();
  const methods = replaced.map((name): [string, unknown] => [name, Reflect.get(response, name)]);
  const before = { ...response.getHeaders() };
  const chunks: Buffer[] = [];
  const add = (chunk: unknown, encoding: unknown) => {
    if (typeof chunk === "string")
      chunks.push(Buffer.from(chunk, isEncoding(encoding) ? encoding : "utf8"));
    else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  const callBack = (given: readonly unknown[]) => {
    const callback = given.find((argument) => typeof argument === "function");
    if (callback) process.nextTick(callback);
  };
  Object.assign(response, {
    writeHead(status: number, ...given: readonly unknown[]) {
      response.statusCode = status;
      const headers = given.find((argument) => typeof argument === "object") ?? {};
      for (const [name, value] of headersIn(headers)) response.setHeader(name, value);
      return response;
    },
    write(...given: readonly unknown[]) {
      add(given[0], given[1]);
      callBack(given);
      return true;
    },
    end(...given: readonly unknown[]) {
      add(given[0], given[1]);
      callBack(given);
      const headers = response.getHeaders();
      for (const name of Object.keys(headers)) response.removeHeader(name);
      for (const [name, value] of headersIn(before)) response.setHeader(name, value);
      Object.assign(response, Object.fromEntries(methods));
      resolve({ status: response.statusCode, headers, bytes: Buffer.concat(chunks) });
      return response;
    },
    flushHeaders: () => undefined,
  });
  signal.addEventListener("abort", () => {
    reject(signal.reason as Error);
  });
  return promise;
}

function isEncoding(value: unknown): value is BufferEncoding {
  return typeof value === "string" && Buffer.isEncoding(value);
}

/** The forms that `writeHead` takes: an object, or names and values in turn. */
function headersIn(headers: object): [string, string | string[]][] {
  const list: readonly unknown[] | undefined = Array.isArray(headers) ? headers : undefined;
  const pairs: readonly (readonly unknown[])[] = list
    ? list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []))
    : Object.entries(headers);
  return pairs.flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined
      ? []
      : [[String(name), Array.isArray(value) ? value.map(headerText) : headerText(value)]],
  );
}

/** The response as its schemas describe it. */
function preparedOf(operation: Operation, { status, headers, bytes }: OriginalResponse) {
  const documented = documentedOf(operation.responses, status);
  const texts = new Headers(
    headersIn(headers).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, text]),
    ),
  );
  const values = (documented?.headers ?? []).map((name): [string, unknown] => [
    name,
    responseHeader(texts, name, documented?.headerTypes?.[name]),
  ]);
  const type = texts.get("content-type");
  const known: object = Object.fromEntries(values.filter(([, value]) => value !== undefined));
  const content = findBodyContent(documented ?? {}, type);
  const kind = content && bodyKindOf(content);
  const text = bytes.toString();
  const body = text === "" ? undefined : kind === "json" ? parsed(text, operation, status) : text;
  return new PreparedResponse(status, body, {
    ...known,
    ...(type !== null && { "content-type": type }),
  });
}

function parsed(text: string, operation: Operation, status: number): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw invalidResponse(
      `${describeResponse(operation, status)}: /body is no JSON: ${String(error)}`,
    );
  }
}

/**
 * Whether a response is not judged: it has no body (RFC 9110, sections 9.3.2 and 15.4.5), or says that the operation is not
 * implemented (section 15.6.2) although the contract has no such response.
 */
export function isUnjudged({ request, operation, original }: Exchange<unknown>): boolean {
  const status = original?.status ?? 0;
  const isAbsent = status === 501 && !documentedOf(operation?.responses ?? {}, status);
  return request.method === "HEAD" || status === 304 || isAbsent;
}

/** Sends the response of the application as it was written. */
export function sendOriginal(
  response: ServerResponse,
  { status, headers, bytes }: OriginalResponse,
): void {
  for (const [name, value] of headersIn(headers)) response.setHeader(name, value);
  response.statusCode = status;
  response.end(bytes);
}
