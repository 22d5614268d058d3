import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isObject } from "@contract-toolkit/kernel";
import {
  send,
  writeRequest,
  type Case,
  type Provider,
  type Suite,
} from "@contract-toolkit/conformance";

/** Below it, the name of an operation or of an event. */
export const callbacksPath = "/__mock/callbacks/";

/** What callbacks are made of, and who is told of them. */
export interface CallbackOptions {
  readonly suites: readonly Suite[];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly log: (line: string) => void;
}

/** Sends the sample of a callback to a URL that the request names, and answers what came of it. */
export function createCallbackSender({ suites, providers, log }: CallbackOptions) {
  const known = suites.flatMap(({ contract, cases }) =>
    cases.map((each) => ({ case: each, provider: providers.get(contract.name) })),
  );

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const answer = (status: number, body: object) => {
      response.writeHead(status, { "Content-Type": "application/json" });
      response.end(JSON.stringify(body));
    };
    const refuse = (status: number, detail: string) => {
      answer(status, { title: "The callback was not sent.", status, detail });
    };
    // A page in a browser must not make this machine call others.
    if (request.headers.origin !== undefined) {
      refuse(403, "Web pages may not send callbacks.");
      return;
    }
    if (request.method !== "POST" || !isJson(request)) {
      refuse(405, 'POST JSON such as { "url": "http://127.0.0.1:8080/hook", "example": "paid" }.');
      return;
    }
    const wanted = await readWanted(request);
    if (typeof wanted === "string") {
      refuse(400, wanted);
      return;
    }
    const name = decodeURIComponent(new URL(request.url ?? "", "http://mock").pathname.slice(callbacksPath.length));
    const ofName = known.filter((each) => isOf(each.case, name));
    const found = ofName.find(({ case: { id } }) => wanted.example === undefined || id.endsWith(`/${wanted.example}`));
    if (!found) {
      const names = (ofName.length > 0 ? ofName : known).map((each) => each.case.id);
      refuse(404, `${name} has no such sample. There are: ${[...new Set(names)].join(", ")}.`);
      return;
    }
    try {
      const status = await deliver(found.case, found.provider, wanted.url);
      log(`callback ${found.case.id} sent to ${wanted.url.href}: ${status}`);
      answer(200, { sent: found.case.id, url: wanted.url.href, status });
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log(`callback ${found.case.id} to ${wanted.url.href} failed: ${reason}`);
      refuse(502, reason);
    }
  };
}

function isJson({ headers }: IncomingMessage): boolean {
  return /^application\/json\b/i.test(headers["content-type"] ?? "");
}

interface Wanted {
  readonly url: URL;
  readonly example: string | undefined;
}

/** More than a URL and a name need. */
const MOST_BYTES = 10_000;

/** What is asked for, or what is wrong with it. */
async function readWanted(request: IncomingMessage): Promise<Wanted | string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    length += chunk.length;
    if (length > MOST_BYTES) return `The body is larger than ${MOST_BYTES} bytes.`;
    chunks.push(chunk);
  }
  const body = parsed(Buffer.concat(chunks).toString("utf8"));
  if (!isObject(body)) return "The body is no JSON object.";
  const { url: text, example } = body;
  const url = typeof text === "string" ? URL.parse(text) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    return '"url" is no URL that starts with http:// or https://.';
  if (example !== undefined && typeof example !== "string") return '"example" is no text.';
  return { url, example };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** By its operation, or by the event that its body names. */
function isOf({ operation, request: { body } }: Case, name: string): boolean {
  return operation.id === name || (isObject(body) && Object.values(body).includes(name));
}

/** As receivers are usually waited for. */
const PATIENCE_MS = 15_000;

/** @returns the status that the receiver answered */
async function deliver(sample: Case, provider: Provider | undefined, url: URL): Promise<number> {
  const { operation, request } = sample;
  const sent = { id: `mock_${randomUUID()}`, atSeconds: Math.floor(Date.now() / 1000) };
  const stamped = provider?.stamp?.(request, sent) ?? request;
  const sealed = (await provider?.seal?.(stamped)) ?? stamped;
  const { status } = await send({ ...writeRequest(operation, sealed, url), url }, PATIENCE_MS);
  return status;
}
