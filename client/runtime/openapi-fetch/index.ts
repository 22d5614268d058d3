import createFetchClient, { type Client, type Middleware } from "openapi-fetch";
import { findBodyContent, type Operation, parseJson } from "@contract-toolkit/contract";
import { readClientResponse } from "../response.ts";
import { untilAborted } from "../attempt.ts";
import type { SentBody } from "../serialization/codecs.ts";
import { forms } from "../serialization/forms.ts";
import { streams } from "../serialization/streams.ts";
import { styles } from "../serialization/styles.ts";
import { planOf, type OperationPlan } from "../operation-plan.ts";
import type { ContractClientOptions } from "../options.ts";
import { readDefaultValues } from "../default-values.ts";
import { sendAttempts, whole } from "../send-with-middleware.ts";
import { bodyToSend, requestHeaders, serializeQuery, type QueryValues } from "../request.ts";
import { retryPolicy } from "../retries.ts";
import { finderOf } from "./operation-finder.ts";

/** Generated paths with optional headers, because the client adds those that it knows. */
export type WithHeaders<Paths> = {
  [Path in keyof Paths]: {
    [Method in keyof Paths[Path]]: WithOptionalHeaders<Paths[Path][Method]>;
  };
};

type WithOptionalHeaders<Operation> = Operation extends {
  parameters: infer Parameters extends { header?: object };
}
  ? {
      [Key in keyof Operation]: Key extends "parameters"
        ? Omit<Parameters, "header"> & { header?: Partial<NonNullable<Parameters["header"]>> }
        : Operation[Key];
    }
  : Operation;

/** How to reach a service. Forms, streams, styles and retries are built in. Add middleware with `use`. */
export type FetchClientOptions = Omit<
  ContractClientOptions,
  "forms" | "middleware" | "streams" | "styles"
>;

/**
 * Makes an openapi-fetch client, with calls like `client.GET("/path", …)`. This package adds credentials, documented headers, the
 * request id, retries where the contract allows them, time limits and, with `validate`, response validation. A call without an
 * response rejects with a `TransportError`. Middleware that is added with `use` runs once per call, however often the call is repeated.
 *
 * @param operations operations of the generated contract
 * @throws {TypeError} if a request is for no operation of the contract
 * @example
 * import type { paths } from "./generated/catalogue/types.ts";
 * const client = createClient<paths>(operations, { baseUrl: "https://api.example", credential });
 * const { data, error } = await client.GET("/items/{id}/label", { params: { path: { id: "i-1" } } });
 */
export function createClient<Paths extends object>(
  operations: Readonly<Record<string, Operation>>,
  options: FetchClientOptions,
): Client<WithHeaders<Paths>> {
  const find = finderOf(Object.values(operations), options.baseUrl);
  const settings = { retries: retryPolicy(), ...options, forms, streams, styles };
  const planFor = (request: Request) => planOf(find(request), settings);
  const client = createFetchClient<WithHeaders<Paths>>({
    baseUrl: options.baseUrl,
    fetch: (request) => sendPlannedRequest(planFor(request), request),
    // `fetch` would send the credential and the body to the target of a redirect.
    redirect: "manual",
    Request: WrittenRequest,
    bodySerializer: serialize,
  });
  client.use(asDocumented(planFor));
  return client;
}

async function sendPlannedRequest(plan: OperationPlan, request: Request): Promise<Response> {
  const { operation, options } = plan;
  const { signal, headers } = request;
  const requestId = options.requestIdHeader
    ? (headers.get(options.requestIdHeader) ?? undefined)
    : undefined;
  const call = { operation: operation.id, requestId };
  const received = await untilAborted(signal, call, () =>
    sendAttempts(plan, request, { signal }, call),
  );
  if (options.validate) {
    const { response, text } = received;
    // The caller reads streams, so only status, headers and content type are validated.
    const readable =
      text === undefined ? { ...received, response: new Response(null, response) } : received;
    readClientResponse(plan, readable, call);
  }
  return whole(received);
}

/** Adds documented headers to a request, and writes body and query as the contract documents them. */
function asDocumented(planFor: (request: Request) => OperationPlan): Middleware {
  return {
    async onRequest({ request, params }) {
      const plan = planFor(request);
      const url = new URL(request.url);
      const own = await readDefaultValues(plan.own);
      const query = { ...(params.query as QueryValues | undefined), ...own.query };
      url.search = serializeQuery(plan, query);
      const given = givenBodies.get(request) ?? request.body;
      const headers = requestHeaders(plan, own, { body: given ?? undefined });
      request.headers.forEach((value, name) => {
        if (!isDefaultType(name, value)) headers.set(name, value);
      });
      const { method, redirect, signal } = request;
      const init = { method, headers, redirect, signal };
      const body =
        typeof given === "string" ? writtenBody(plan, given, headers.get("Content-Type")) : given;
      if (body === null) return new Request(url, init);
      // `fetch` adds the boundary between the parts of a form.
      if (body instanceof FormData) headers.delete("Content-Type");
      const duplex = body instanceof ReadableStream ? { duplex: "half" } : {};
      return new Request(url, { ...init, ...duplex, body });
    },
  };
}

/** Whether this is the content type that openapi-fetch gives every body. */
function isDefaultType(name: string, value: string): boolean {
  return name === "content-type" && value === "application/json";
}

/** Bodies before they became `Request.body`, a stream that some browsers lack and others send only by HTTP/2. */
const givenBodies = new WeakMap<Request, BodyInit>();

/** Stores its body in `givenBodies`. */
class WrittenRequest extends Request {
  /** openapi-fetch requires that middleware returns an instance of this class, and it may return a plain `Request`. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return typeof value === "object" && value !== null && value instanceof Request;
  }

  constructor(input: RequestInfo | URL, init?: RequestInit) {
    super(input, init);
    if (init?.body) givenBodies.set(this, init.body);
  }
}

/** Passes on what `fetch` can send. Everything else becomes JSON, as openapi-fetch does by default. */
function serialize(body: unknown): unknown {
  const isSent = [Blob, FormData, ReadableStream, Uint8Array, URLSearchParams].some(
    (kind) => body instanceof kind,
  );
  return isSent ? body : JSON.stringify(body);
}

/** Converts a body from JSON to its documented content type. */
function writtenBody(plan: OperationPlan, written: string, contentType: string | null): SentBody {
  const content = findBodyContent(plan.operation.body, contentType);
  if (!content || !content.kind) return written;
  const value = parseJson(written);
  return value === undefined ? written : bodyToSend(plan, content.contentType, value);
}
