import { Agent, request as httpRequest } from "node:http";
import type { RawRequest } from "./probe.ts";

/** The server did not answer in time. */
export class StuckError extends Error {
  readonly code = "stuck";
}

/** One connection that is kept, so that none has to be opened while a request is measured. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/**
 * Sends a request as its bytes are, and answers the status once all of the answer has come. 0: the server has closed the
 * connection instead.
 *
 * @throws {StuckError} after so many milliseconds
 */
export function send(server: URL, request: RawRequest, patienceMs: number): Promise<number> {
  const { method, target, headers, body } = request;
  const flat = headers.flat();
  if (!headers.some(([name]) => name.toLowerCase() === "host")) flat.push("Host", server.host);
  if (body !== undefined) flat.push("Content-Length", String(Buffer.byteLength(body)));
  return new Promise((resolve, reject) => {
    const { hostname, port } = server;
    const sent = httpRequest({ agent, hostname, port, method, path: target, headers: flat });
    const timer = setTimeout(() => {
      reject(new StuckError(`no answer in ${patienceMs} ms`));
      sent.destroy();
    }, patienceMs);
    sent.on("response", (response) => {
      response.resume().on("close", () => {
        clearTimeout(timer);
        resolve(response.statusCode ?? 0);
      });
    });
    sent.on("error", () => {
      clearTimeout(timer);
      resolve(0);
    });
    sent.end(body);
  });
}
