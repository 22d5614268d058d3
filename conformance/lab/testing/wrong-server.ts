import { request as httpRequest, type IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import { withoutValue, withValue } from "@contract-toolkit/kernel";
import { listen, type Listening } from "../../testing/listen.ts";
import type { ServerBug } from "../fixtures/specs/wrong-servers.ts";

/** Passes requests on to a right server, and answers as one that has a bug. */
export async function startWrongServer(right: URL, bug: ServerBug): Promise<Listening> {
  return listen((incoming, outgoing) => {
    const answer = async () => {
      const answered = await pass(right, incoming, await buffer(incoming));
      const body = await buffer(answered);
      const headers = new Map(
        Object.entries(answered.headers).flatMap(([name, value]) =>
          ["content-length", "connection", "keep-alive", "date"].includes(name)
            ? []
            : [[name, String(value)] as const],
        ),
      );
      const { statusCode = 0 } = answered;
      if (!has(bug, incoming, statusCode)) return { status: statusCode, headers, body };
      for (const [name, value] of Object.entries(bug.headers ?? {})) {
        if (value === undefined) headers.delete(name);
        else headers.set(name, value);
      }
      const changed = changedBody(bug, body);
      if (bug.body !== undefined) headers.set("content-type", "application/json");
      return { status: bug.status ?? statusCode, headers, body: changed };
    };
    void answer().then(({ status, headers, body }) => {
      outgoing.writeHead(status, Object.fromEntries(headers)).end(body);
    });
  });
}

function has({ method, path, of }: ServerBug, asked: IncomingMessage, status: number): boolean {
  return asked.method === method && path.test(asked.url ?? "") && of.includes(status);
}

function changedBody({ body, fields = {} }: ServerBug, right: Buffer): Buffer | string {
  if (body !== undefined) return JSON.stringify(body);
  if (Object.keys(fields).length === 0) return right;
  const changed = Object.entries(fields).reduce<unknown>(
    (value, [pointer, field]) =>
      field === undefined ? withoutValue(value, pointer) : withValue(value, pointer, field),
    JSON.parse(right.toString("utf8")),
  );
  return JSON.stringify(changed);
}

function pass(server: URL, asked: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
  const { method, headers } = asked;
  return new Promise((resolve, reject) => {
    const url = new URL(server.origin + (asked.url ?? ""));
    httpRequest(url, { ...(method && { method }), headers })
      .on("response", resolve)
      .on("error", reject)
      .end(body);
  });
}
