/** Cases about HTTP around a request that a server accepts: other credentials, and a method that the document does not have. */
import {
  bodyKindOf,
  findBodyContent,
  isContainer,
  type Contract,
  type Operation,
  type SampleRequest,
} from "@contract-toolkit/contract";
import type { Case, CaseHead } from "../cases/case.ts";
import { securedRequest, sendRequest } from "../targets/response.ts";
import { PATIENCE_MS, sendWireRequest, type HttpResponse } from "../targets/send.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Trace } from "../exchanges/exchange.ts";
import type { Verdict } from "../verdict.ts";
import type { Tried } from "./try-request.ts";

/** A case that must not be accepted. */
export interface RefusalCase extends CaseHead {
  readonly operation: Operation;
  readonly request: SampleRequest;
  /** What is wrong with the request, for the finding: `a request without a credential`. */
  readonly what: string;
  readonly send: (server: Server, trace: Trace) => Promise<HttpResponse>;
}

type Server = Pick<ServerUnderTest, "url" | "headers">;

/**
 * Makes the cases around accepted requests.
 *
 * @param secured the operations that declare security
 * @param server its `headers` are the credentials; without any, none are left out or broken
 * @param knowsCredentials whether the server refuses credentials that it does not know. A mock accepts any
 */
export function refusalCases(
  bases: readonly Case[],
  secured: ReadonlySet<Operation>,
  { headers }: Server,
  knowsCredentials: boolean,
): RefusalCase[] {
  const hasCredentials = Object.keys(headers).length > 0;
  const ofCredentials = bases
    .filter(({ operation }) => hasCredentials && secured.has(operation))
    .flatMap((base) => [
      withoutCredential(base, headers),
      ...(knowsCredentials ? [withBrokenCredential(base)] : []),
    ]);
  const paths = new Map(bases.map((base) => [base.operation.path, base]));
  return [
    ...ofCredentials,
    ...bases.filter(hasJsonBody).map(withBrokenJson),
    ...[...paths.values()].map(withUnknownMethod),
  ];
}

/** Plays such a case. A redirection, for example to a page for logging in, is no acceptance. */
export function playRefusal(played: RefusalCase, server: Server): Promise<Verdict> {
  return verdictWithStates(played, async (_, trace) => {
    const { status } = await played.send(server, trace);
    return status < 300 ? [{ message: `${played.what} is accepted with ${status}` }] : [];
  });
}

/**
 * Reads what was deleted, if the deletion says that it is done (204) and the document says how a missing resource is answered.
 *
 * @returns the verdict of the deletion, or one with the finding that the resource is still there
 */
export async function judgeDeletion(
  { played, verdict, response }: Tried,
  operations: Contract["operations"],
  { url, headers }: Server,
): Promise<Verdict> {
  const { operation, request } = played;
  const read = Object.values(operations).find(
    ({ method, path, responses }) =>
      method === "GET" && path === operation.path && (responses[404] ?? responses[410]),
  );
  if (verdict.outcome !== "passed" || response?.status !== 204 || !read) return verdict;
  return verdictWithStates(verdict.case, async (_, trace) => {
    const asked = { path: request.path, query: {}, headers: {} };
    const { status } = await sendRequest(url, read, asked, headers, headers, trace);
    return status < 300 ? [{ message: `${read.id} still finds what was deleted` }] : [];
  });
}

function hasJsonBody({ operation, request }: Case): boolean {
  const content = findBodyContent(operation.body, request.contentType);
  return isContainer(request.body) && content !== undefined && bodyKindOf(content) === "json";
}

/** Some documents describe a credential both as a security scheme and as a parameter. */
function withoutCredential({ operation, request }: Case, given: Server["headers"]): RefusalCase {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const others = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name.toLowerCase())));
  const anonymous = { ...operation, security: [] };
  const { headers, query, cookies } = request;
  const bare = {
    ...request,
    ...{ headers: others(headers), query: others(query) },
    ...(cookies && { cookies: others(cookies) }),
  };
  return {
    ...headOf(operation, "credentials/none", "The operation declares security."),
    request: bare,
    what: "a request without a credential",
    send: ({ url }, trace) => sendRequest(url, anonymous, bare, {}, {}, trace),
  };
}

function withBrokenCredential({ operation, request }: Case): RefusalCase {
  return {
    ...headOf(operation, "credentials/broken", "The operation declares security."),
    request,
    what: "a request with a broken credential",
    send: ({ url, headers }, trace) => {
      const broken = Object.fromEntries(
        Object.entries(headers).map(([name, value]) => [name, withBrokenEnd(value)]),
      );
      return sendRequest(url, operation, request, broken, broken, trace);
    },
  };
}

function withBrokenEnd(credential: string): string {
  const end = credential.slice(-8).replaceAll(/./g, (letter) => (letter === "A" ? "B" : "A"));
  return credential.slice(0, -8) + end;
}

function withBrokenJson({ operation, request }: Case): RefusalCase {
  return {
    ...headOf(operation, "body/cut off", "A body that ends too early is no JSON (RFC 8259)."),
    request,
    what: "a body that is cut off",
    send: ({ url, headers }) => {
      const wire = securedRequest(url, operation, request, headers, headers);
      return sendWireRequest({ ...wire, body: String(wire.body).slice(0, -1) }, PATIENCE_MS);
    },
  };
}

/** It is registered (RFC 2068), rarely used, and has no effect where it is not known. */
const unknownMethod = "LINK";

function withUnknownMethod({ operation, request }: Case): RefusalCase {
  return {
    ...headOf(operation, "method/unknown", `The document has no ${unknownMethod}.`),
    request,
    what: `${unknownMethod}, which the document does not have,`,
    send: ({ url, headers }) => {
      const wire = securedRequest(url, operation, request, headers, headers);
      return sendWireRequest({ ...wire, method: unknownMethod }, PATIENCE_MS);
    },
  };
}

function headOf(operation: Operation, name: string, why: string) {
  return {
    id: `${operation.id}/http/${name}`,
    kind: "http" as const,
    why,
    source: operation.source,
    operation,
  };
}
