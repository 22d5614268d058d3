import type { ShownExchange } from "../../exchanges/exchange.ts";
import { repeatableText } from "../../repeatable-findings.ts";
import { PATIENCE_MS, sendWireRequest } from "../../targets/send.ts";

/**
 * Compares responses with those to a path that the server does not have.
 *
 * @param headers sent with every request, such as a credential
 * @returns a function that returns whether a response says no more than that there is no such path; with `isBare`, whether the same
 * request without headers and body has such a response, too
 */
export function unknownPaths(
  server: URL,
  headers: Readonly<Record<string, string>>,
): (exchange: ShownExchange, isBare?: boolean) => Promise<boolean> {
  const responses = new Map<string, Promise<string>>();
  const url = new URL(server);
  url.pathname = `${server.pathname.replace(/\/$/, "")}/no-such-path/0`;
  const ask = async (at: URL, method: string, sent: Readonly<Record<string, string>>) => {
    const { status, text } = await sendWireRequest({ url: at, method, headers: sent }, PATIENCE_MS);
    return withoutPath(status, text, at);
  };
  return async ({ request: { method, url: address }, response }, isBare = false) => {
    if (response?.status !== 404) return false;
    const unknown = responses.get(method) ?? ask(url, method, headers).catch(String);
    responses.set(method, unknown);
    const asked = new URL(address);
    const found = isBare
      ? await ask(asked, method, {}).catch(String)
      : withoutPath(response.status, response.body, asked);
    return found === (await unknown);
  };
}

/** What a server says without the path that was asked for, and without times and ids. */
function withoutPath(status: number, body: string, { pathname }: URL): string {
  return `${status} ${repeatableText({ message: body.replaceAll(pathname, "…") }, "")}`;
}
