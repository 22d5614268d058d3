import createFetchClient from "openapi-fetch";
import type { Operation } from "../../generated/contract.ts";

/** The parts of a request before they are put on the wire. */
export interface OutgoingRequest {
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
}

/** Makes an HTTP request of its parts, hands it to `send`, and answers what `send` answers. */
export type Transport = (
  operation: Operation,
  parts: OutgoingRequest,
  send: (request: Request) => Promise<Response>,
) => Promise<Response>;

/**
 * The one place that knows openapi-fetch. It writes URLs, headers and bodies; answers are decoded by the caller,
 * because openapi-fetch does not tell a body that is no JSON from one that is a JSON string.
 */
export function createTransport(baseUrl: string): Transport {
  const client = createFetchClient<Paths>({
    baseUrl,
    // A redirect would take the credential and the card along to wherever it points.
    redirect: "manual",
  });
  return (operation, { path, query, headers, body }, send) =>
    new Promise((resolve, reject) => {
      client[operation.method](operation.path, {
        params: { path, query },
        querySerializer: (values) => serializeQuery(operation, values),
        headers,
        ...(body !== undefined && { body }),
        fetch: async (request) => {
          resolve(await send(request));
          return new Response(null, { status: 204 });
        },
      }).catch(reject);
    });
}

/** What openapi-fetch is to know of paths: nothing, the types are ours. */
type Paths = Record<string, Record<Method, AnyOperation>>;

type Method = Lowercase<Operation["method"]>;

interface AnyOperation {
  parameters: {
    path: Readonly<Record<string, unknown>>;
    query: Readonly<Record<string, unknown>>;
  };
  requestBody?: { content: { "application/json": unknown } };
  responses: Record<never, never>;
}

/** OpenAPI 3, style `form`: a list is a parameter sent several times, or values with commas between. */
function serializeQuery(
  { parameters }: Operation,
  values: Readonly<Record<string, unknown>>,
): string {
  return Object.entries(values)
    .flatMap(([name, value]) => {
      if (value === undefined || value === null) return [];
      const items = [value].flat().map((each) => encodeURIComponent(String(each)));
      const { array } = parameters.find((each) => each.name === name) ?? {};
      return (array?.explode === false ? [items.join(",")] : items).map(
        (item) => `${encodeURIComponent(name)}=${item}`,
      );
    })
    .join("&");
}
