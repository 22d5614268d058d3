import { STATUS_CODES, type Server } from "node:http";
import type { Duplex } from "node:stream";
import { answerError } from "./errors.ts";

/** What Node's parser refuses has no request to answer; the status for each reason it gives. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Answers what is not HTTP in the contract's error shape as well, and closes the connection. */
export function answerMalformed(server: Server): void {
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return;
    const status = statuses[error.code ?? ""] ?? 400;
    const body = JSON.stringify(answerError(status).body);
    socket.end(
      [
        `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
        "Content-Type: application/json; charset=utf-8",
        `Content-Length: ${Buffer.byteLength(body)}`,
        "Connection: close",
        "",
        body,
      ].join("\r\n"),
    );
  });
}
