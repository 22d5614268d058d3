import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import { writeMeasured, type WireAnswer } from "../answers/proxy.ts";
import type { ServerVariation } from "./server-variation.ts";

/** Ways to send the same answer that HTTP/1.1 leaves to a server (RFC 9110 and 9112). */
export const framings: readonly ServerVariation[] = [
  {
    name: "chunked",
    write: (answer, outgoing) => {
      head(answer, outgoing).end(answer.body);
    },
  },
  {
    name: "chunked, byte by byte",
    write: (answer, outgoing) => {
      head(answer, outgoing);
      for (const byte of Buffer.from(answer.body)) outgoing.write(Buffer.of(byte));
      outgoing.end();
    },
  },
  {
    name: "chunked, with a trailer",
    write: (answer, outgoing) => {
      // Without a body, as 204 is, nothing is chunked.
      if (answer.body === "") {
        writeMeasured(answer, outgoing);
        return;
      }
      head({ ...answer, headers: [...answer.headers, ["Trailer", "Server-Timing"]] }, outgoing);
      outgoing.write(answer.body);
      outgoing.addTrailers({ "Server-Timing": "total;dur=1" });
      outgoing.end();
    },
  },
  {
    name: "the connection is closed after each answer",
    write: (answer, outgoing) => {
      writeMeasured({ ...answer, headers: [...answer.headers, ["Connection", "close"]] }, outgoing);
    },
  },
  {
    name: "the end of the connection is the end of the body",
    write: (answer, outgoing) => {
      raw(answer, outgoing, `HTTP/1.1 ${answer.status} Whatever`, [["Connection", "close"]]);
    },
  },
  {
    name: "HTTP/1.0",
    write: (answer, outgoing) => {
      raw(answer, outgoing, `HTTP/1.0 ${answer.status} Whatever`, []);
    },
  },
  {
    name: "no reason phrase",
    write: (answer, outgoing) => {
      raw(answer, outgoing, `HTTP/1.1 ${answer.status} `, [["Connection", "close"]]);
    },
  },
  {
    name: "another reason phrase",
    write: (answer, outgoing) => {
      outgoing.statusMessage = "As You Like It";
      writeMeasured(answer, outgoing);
    },
  },
  {
    name: "100 Continue first",
    write: (answer, outgoing) => {
      outgoing.writeContinue();
      writeMeasured(answer, outgoing);
    },
  },
  {
    name: "102 Processing first",
    write: (answer, outgoing) => {
      outgoing.writeProcessing();
      outgoing.writeProcessing();
      writeMeasured(answer, outgoing);
    },
  },
  {
    name: "103 Early Hints first",
    write: (answer, outgoing) => {
      outgoing.writeEarlyHints({ link: "</style.css>; rel=preload" });
      writeMeasured(answer, outgoing);
    },
  },
  {
    name: "slow answers",
    write: (answer, outgoing) => {
      setTimeout(writeMeasured, SLOW_MS, answer, outgoing);
    },
  },
  {
    name: "the body long after the head",
    write: (answer, outgoing) => {
      head(answer, outgoing).flushHeaders();
      setTimeout(() => outgoing.end(answer.body), SLOW_MS);
    },
  },
  {
    // RFC 9110, section 12.5.3: whoever does not say what encodings it takes takes all of them.
    name: "gzip",
    write: ({ status, headers, body }, outgoing) => {
      const encoded = [...headers, ["Content-Encoding", "gzip"], ["Vary", "Accept-Encoding"]];
      outgoing.writeHead(status, encoded.flat()).end(gzipSync(body));
    },
  },
  {
    name: "no date",
    write: (answer, outgoing) => {
      outgoing.sendDate = false;
      writeMeasured(
        { ...answer, headers: answer.headers.filter(([name]) => !/^date$/i.test(name)) },
        outgoing,
      );
    },
  },
];

/** As long as an answer of a busy server takes. */
const SLOW_MS = 40;

function head({ status, headers }: WireAnswer, outgoing: ServerResponse): ServerResponse {
  return outgoing.writeHead(status, headers.flat());
}

function raw(
  { headers, body }: WireAnswer,
  outgoing: ServerResponse,
  statusLine: string,
  further: WireAnswer["headers"],
): void {
  const lines = [...headers, ...further].map(([name, value]) => `${name}: ${value}\r\n`);
  outgoing.socket?.end(`${statusLine}\r\n${lines.join("")}\r\n${body}`);
}
