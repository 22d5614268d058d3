import { DOMParser, onErrorStopParsing } from "@xmldom/xmldom";
import * as ownModules from "../../client/index.ts";
import {
  type BodyContent,
  bodyKindOf,
  type ByteBody,
  findBodyContent,
  documentedOf,
  type EventStream,
  isBinaryType,
  isObject,
  type Operation,
  type SampleRequest,
  type SchemeCredential,
} from "@contract-toolkit/contract";
import { RefusedCallError, type ClientUnderTest } from "../index.ts";

/** @param modules those of the client, or of a copy of it */
export function generatedClient(
  operations: Readonly<Record<string, Operation>>,
  validate: ownModules.ContractClientOptions["validate"],
  { createContractClient, forms, retryPolicy, streams, styles, xmlBodies } = ownModules,
): ClientUnderTest {
  return {
    async call(server, operation, request, { retries = 0, deadlineMs } = {}) {
      const { id, parameters, security = [] } = operation;
      const credential = parameters.find((parameter) => parameter.credential)?.name ?? "";
      const { [credential]: token, ...others } = request.headers as Record<string, string>;
      const { credentials, headers, query } = takeCredentials(
        security.find((requirement) => requirement.length > 0) ?? [],
        { headers: others, query: request.query },
      );
      const client = createContractClient(operations, {
        baseUrl: server.href,
        credential: token,
        credentials,
        validate,
        forms,
        streams,
        styles,
        xml: xmlBodies(new DOMParser({ onError: onErrorStopParsing })),
        retries: retryPolicy({ retries, sleep: () => Promise.resolve() }),
      });
      const call = client[id] as unknown as Call | undefined;
      if (!call) throw new TypeError(`The client has no method ${id}.`);
      const body = clientBody(findBodyContent(operation.body, request.contentType), request.body);
      return call({ ...request, headers, query, body }, { timeoutMs: deadlineMs })
        .then(async (response) => {
          const documented = documentedOf(operation.responses, response.status);
          const content = findBodyContent(documented, response.contentType);
          return { ...response, body: await sampleBody(content, response.body) };
        })
        .catch(throwRefused);
    },
  };
}

/** Turns the Base64 of samples into bytes for the client. */
function clientBody(content: BodyContent | undefined, body: unknown): unknown {
  const kind = content && bodyKindOf(content);
  if (kind === "bytes" && typeof body === "string") return bytesOf(body);
  if (kind !== "parts" || !isObject(body)) return body;
  return Object.fromEntries(
    Object.entries(body).map(([name, value]) => [
      name,
      content?.fields?.[name]?.type === "file" ? filesOf(value) : value,
    ]),
  );
}

function filesOf(value: unknown): unknown {
  return Array.isArray(value) ? value.map(filesOf) : bytesOf(String(value));
}

function bytesOf(base64: string): Uint8Array {
  return new Uint8Array(Buffer.from(base64, "base64"));
}

/** Turns bytes of a response into Base64, and a stream into the list of its events, as samples have them. */
async function sampleBody(content: BodyContent | undefined, body: unknown): Promise<unknown> {
  switch (content && bodyKindOf(content)) {
    case "bytes": {
      const bytes = Buffer.from(await (body as ByteBody).bytes());
      return bytes.toString(isBinaryType(content?.contentType ?? "") ? "base64" : "utf8");
    }
    case "events":
      return collected(body as EventStream<unknown>);
    default:
      return body;
  }
}

async function collected(events: EventStream<unknown>): Promise<unknown[]> {
  const all: unknown[] = [];
  for await (const event of events) all.push(event);
  return all;
}

interface Sent {
  readonly headers: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
}

/** Separates the credentials, which the client takes as options, from headers and query. */
function takeCredentials(schemes: readonly SchemeCredential[], { headers, query }: Sent) {
  const names = new Set(schemes.map((scheme) => (scheme.in === "cookie" ? "Cookie" : scheme.name)));
  const credentials = Object.fromEntries(
    schemes.map((scheme): [string, string | undefined] => {
      if (scheme.in === "query") return [scheme.scheme, textOf(query[scheme.name])];
      const text = textOf(headers[scheme.in === "cookie" ? "Cookie" : scheme.name]);
      if (scheme.in === "cookie")
        return [scheme.scheme, decodeURIComponent((text ?? "").slice(scheme.name.length + 1))];
      const value = scheme.type === undefined ? text : text?.slice(scheme.type.length + 1);
      return [scheme.scheme, scheme.type?.toLowerCase() === "basic" && value ? atob(value) : value];
    }),
  );
  const rest = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)));
  return { credentials, headers: rest(headers), query: rest(query) };
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}

/** Samples are data, so the static types of the methods cannot be used. */
type Call = (
  request: SampleRequest,
  options: ownModules.CallOptions,
) => ReturnType<ClientUnderTest["call"]>;

/** The errors of the client by their kind. A copy of the client has its own classes. */
export function throwRefused(error: unknown): never {
  const { code } = error as { readonly code?: keyof typeof kinds };
  throw new RefusedCallError((code && kinds[code]) ?? "response", String(error), { cause: error });
}

const kinds = { "invalid-request": "request", network: "network", timeout: "timeout" } as const;
