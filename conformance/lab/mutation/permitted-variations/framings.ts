import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { writeMeasured, type Hooks, type WireAnswer } from "./proxy.ts";
import type { Variations } from "./variation.ts";

/** As long as an answer of a busy server takes. */
const SLOW_MS = 40;

const writers: Readonly<Record<string, Hooks["write"]>> = {
  chunked: (answer, outgoing) => {
    head(answer, outgoing).end(answer.body);
  },
  "chunked, byte by byte": (answer, outgoing) => {
    head(answer, outgoing);
    for (const byte of Buffer.from(answer.body)) outgoing.write(Buffer.of(byte));
    outgoing.end();
  },
  "chunked, with a trailer": (answer, outgoing) => {
    // Without a body, as 204 is, nothing is chunked.
    if (answer.body === "") {
      writeMeasured(answer, outgoing);
      return;
    }
    head(withHeaders(answer, ["Trailer", "Server-Timing"]), outgoing).write(answer.body);
    outgoing.addTrailers({ "Server-Timing": "total;dur=1" });
    outgoing.end();
  },
  "the connection is closed after each answer": (answer, outgoing) => {
    writeMeasured(withHeaders(answer, ["Connection", "close"]), outgoing);
  },
  "the end of the connection is the end of the body": (answer, outgoing) => {
    raw(withHeaders(answer, ["Connection", "close"]), outgoing, "HTTP/1.1", "Whatever");
  },
  "HTTP/1.0": (answer, outgoing) => {
    raw(answer, outgoing, "HTTP/1.0", "Whatever");
  },
  "no reason phrase": (answer, outgoing) => {
    raw(withHeaders(answer, ["Connection", "close"]), outgoing, "HTTP/1.1", "");
  },
  "another reason phrase": (answer, outgoing) => {
    outgoing.statusMessage = "As You Like It";
    writeMeasured(answer, outgoing);
  },
  "100 Continue first": (answer, outgoing) => {
    outgoing.writeContinue();
    writeMeasured(answer, outgoing);
  },
  "102 Processing first": (answer, outgoing) => {
    outgoing.writeProcessing();
    outgoing.writeProcessing();
    writeMeasured(answer, outgoing);
  },
  "103 Early Hints first": (answer, outgoing) => {
    outgoing.writeEarlyHints({ link: "</style.css>; rel=preload" });
    writeMeasured(answer, outgoing);
  },
  "slow answers": (answer, outgoing) => {
    setTimeout(writeMeasured, SLOW_MS, answer, outgoing);
  },
  "the body long after the head": (answer, outgoing) => {
    head(answer, outgoing).flushHeaders();
    setTimeout(() => outgoing.end(answer.body), SLOW_MS);
  },
  // RFC 9110, section 12.5.3: a client that does not say what encodings it takes takes all of them.
  gzip: (answer, outgoing) => {
    const encoded = withHeaders(answer, ["Content-Encoding", "gzip"], ["Vary", "Accept-Encoding"]);
    head(encoded, outgoing).end(gzipSync(answer.body));
  },
  "no date": (answer, outgoing) => {
    outgoing.sendDate = false;
    const undated = answer.headers.filter(([name]) => !/^date$/i.test(name));
    writeMeasured({ ...answer, headers: undated }, outgoing);
  },
};

/** Ways to send the same answer that HTTP/1.1 leaves to a server (RFC 9110 and 9112). */
export const framings: Variations = Object.fromEntries(
  Object.entries(writers).map(([name, write]) => [name, { write }]),
);

function withHeaders(answer: WireAnswer, ...further: WireAnswer["headers"]): WireAnswer {
  return { ...answer, headers: [...answer.headers, ...further] };
}

function head({ status, headers }: WireAnswer, outgoing: ServerResponse): ServerResponse {
  return outgoing.writeHead(status, headers.flat());
}

function raw(
  { status, headers, body }: WireAnswer,
  { socket }: ServerResponse,
  version: string,
  reason: string,
): void {
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`);
  socket?.end(`${version} ${status} ${reason}\r\n${lines.join("")}\r\n${body}`);
}
