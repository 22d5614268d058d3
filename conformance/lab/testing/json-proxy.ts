import { text } from "node:stream/consumers";
import { listen, type Listening } from "../../../server/skeleton/testing/listen.ts";

/** A request on its way, with a body that can be changed. */
interface Passing {
  readonly method: string;
  /** With the query. */
  target: string;
  headers: Record<string, string>;
  body: unknown;
}

/** An answer on its way back. */
export interface PassingAnswer {
  readonly status: number;
  readonly body: unknown;
}

/** What happens on the way: it may change the request, answer by itself, or change what is answered. */
type Meddle = (request: Passing, forward: () => Promise<PassingAnswer>) => Promise<PassingAnswer>;

/** Listens on a free port and passes JSON on. */
export async function startJsonProxy(server: URL, meddle: Meddle): Promise<Listening> {
  return listen((incoming, outgoing) => {
    const answered = text(incoming).then(async (body) => {
      const { "content-type": type, ...headers } = incoming.headers;
      const request: Passing = {
        method: incoming.method ?? "",
        target: incoming.url ?? "",
        headers: Object.fromEntries(
          Object.entries({ ...headers, "content-type": type })
            .filter(
              ([name]) => name.startsWith("x-") || name === "content-type" || name === "language",
            )
            .map(([name, value]) => [name, String(value)]),
        ),
        body: body === "" ? undefined : (JSON.parse(body) as unknown),
      };
      return meddle(request, () => pass(server, request));
    });
    // What is no JSON, and has no path, it does not pass on.
    const refused = () => ({ status: 400, body: {} });
    void answered.catch(refused).then(({ status, body }) => {
      outgoing.setHeader("Content-Type", "application/json; charset=utf-8");
      outgoing.writeHead(status).end(JSON.stringify(body));
    });
  });
}

async function pass(
  server: URL,
  { method, target, headers, body }: Passing,
): Promise<PassingAnswer> {
  const response = await fetch(new URL(target, server), {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answered = await response.text();
  return {
    status: response.status,
    body: answered === "" ? undefined : (JSON.parse(answered) as unknown),
  };
}
