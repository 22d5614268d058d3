/** Cases about HTTP around a request that a server accepts: other credentials, and a method that the document does not have. */
import {
  bodyKindOf,
  findBodyContent,
  isContainer,
  type Contract,
  type Operation,
} from "@contract-toolkit/contract";
import type { Case } from "../cases/case.ts";
import { sendRequest } from "../targets/response.ts";
import { verdictWithStates, type ServerUnderTest } from "../targets/state-setup.ts";
import type { Verdict } from "../verdict.ts";
import { documentCase, observedCase, type Ask, type DocumentCase } from "./document-case.ts";
import type { Tried } from "./try-request.ts";

type Server = Pick<ServerUnderTest, "url" | "headers">;

/**
 * Makes the cases around accepted requests. A redirection, for example to a page for logging in, is no acceptance.
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
): DocumentCase[] {
  const hasCredentials = Object.keys(headers).length > 0;
  const paths = new Map(bases.map((base) => [base.operation.path, base]));
  return bases.flatMap((base) => {
    const { operation, request } = base;
    /** @param what is wrong with the request, for the finding: `a request without a credential` */
    const refused = (
      name: string,
      why: string,
      what: string,
      send: (ask: Ask) => ReturnType<Ask>,
    ) =>
      documentCase(operation, name, why, async (ask) => {
        const { status } = await send(ask);
        return status < 300 ? `${what} is accepted with ${status}` : undefined;
      });
    const isSecured = hasCredentials && secured.has(operation);
    const withNone = (ask: Ask) =>
      ask({ ...operation, security: [] }, withoutCredential(request, headers), { credentials: {} });
    const withBroken = (ask: Ask) =>
      ask(operation, request, { credentials: withBrokenEnds(headers) });
    const cases = {
      none: refused("credentials/none", DECLARED, "a request without a credential", withNone),
      broken: refused(
        "credentials/broken",
        DECLARED,
        "a request with a broken credential",
        withBroken,
      ),
      // Many servers have no challenge at all (RFC 9110, section 11.6.1).
      challenge: observedCase(operation, "challenge", async (ask) => {
        const refusals = [await withNone(ask), await withBroken(ask)];
        const asking = refusals.filter(({ received }) => received.has("www-authenticate"));
        return asking.length === 1 && refusals.every(({ status }) => status === 401)
          ? "only one of two 401 has WWW-Authenticate"
          : undefined;
      }),
      cutOff: refused("body/cut off", CUT_OFF, "a body that is cut off", (ask) =>
        ask(operation, request, {
          changed: (wire) => ({ ...wire, body: String(wire.body).slice(0, -1) }),
        }),
      ),
      method: refused("method/unknown", `The document has no ${unknownMethod}.`, METHOD, (ask) =>
        ask(operation, request, { changed: (wire) => ({ ...wire, method: unknownMethod }) }),
      ),
    };
    return [
      ...(isSecured ? [cases.none] : []),
      ...(isSecured && knowsCredentials ? [cases.broken, cases.challenge] : []),
      ...(hasJsonBody(base) ? [cases.cutOff] : []),
      ...(paths.get(operation.path) === base ? [cases.method] : []),
    ];
  });
}

const DECLARED = "The operation declares security.";
const CUT_OFF = "A body that ends too early is no JSON (RFC 8259).";

/** It is registered (RFC 2068), rarely used, and has no effect where it is not known. */
const unknownMethod = "LINK";
const METHOD = `${unknownMethod}, which the document does not have,`;

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
function withoutCredential(request: Case["request"], given: Server["headers"]): Case["request"] {
  const names = new Set(Object.keys(given).map((name) => name.toLowerCase()));
  const others = <Value>(values: Readonly<Record<string, Value>>) =>
    Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name.toLowerCase())));
  const { headers, query, cookies } = request;
  return {
    ...request,
    headers: others(headers),
    query: others(query),
    ...(cookies && { cookies: others(cookies) }),
  };
}

function withBrokenEnds(credentials: Server["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(credentials).map(([name, credential]) => {
      const end = credential.slice(-8).replaceAll(/./g, (letter) => (letter === "A" ? "B" : "A"));
      return [name, credential.slice(0, -8) + end];
    }),
  );
}
