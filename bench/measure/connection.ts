import { connect } from "node:net";

/**
 * Sends a request again and again on one connection, until a time of `performance.now()`, and counts the answers.
 *
 * A load generator of its own: a full HTTP client costs more than the servers that are measured.
 *
 * @throws {Error} for an answer that is not 200, or has no Content-Length.
 */
export function keepAsking(port: number, request: string, until: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, "127.0.0.1");
    const bytes = Buffer.from(request);
    let answers = 0;
    let received: Buffer = Buffer.alloc(0);
    socket.setNoDelay(true);
    socket.once("connect", () => socket.write(bytes));
    socket.once("error", reject);
    socket.once("close", () => {
      resolve(answers);
    });
    socket.on("data", (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      try {
        if (received.length < lengthOf(received)) return;
      } catch (error) {
        socket.destroy(error instanceof Error ? error : undefined);
        return;
      }
      received = Buffer.alloc(0);
      answers += 1;
      if (performance.now() < until) socket.write(bytes);
      else socket.destroy();
    });
  });
}

const headersEnd = Buffer.from("\r\n\r\n");

/** Bytes of the answer that begins here; infinite while its headers are not complete. */
function lengthOf(answer: Buffer): number {
  const end = answer.indexOf(headersEnd);
  if (end < 0) return Infinity;
  const head = answer.toString("latin1", 0, end);
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1];
  if (!head.startsWith("HTTP/1.1 200") || length === undefined)
    throw new Error(`An answer that was not expected:\n${head}`);
  return end + headersEnd.length + Number(length);
}
