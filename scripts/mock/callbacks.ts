import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { isObject } from "@contract-toolkit/contract";
import { hasCode, MockError } from "./errors.ts";
import {
  sendWireRequest,
  writeRequest,
  type Case,
  type Provider,
  type Suite,
} from "@contract-toolkit/conformance";

/** The name of an operation or event follows. */
export const callbacksPath = "/__mock/callbacks/";

interface CallbackOptions {
  readonly suites: readonly Suite[];
  readonly providers: ReadonlyMap<string, Provider>;
  readonly log: (line: string) => void;
}

/** Sends the sample of a callback to the URL in the request, and answers with the receiver's status. */
export function createCallbackSender(options: CallbackOptions) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { status, body } = await handleCallbackRequest(request, options).then(
      (sent) => ({ status: 200, body: sent }),
      (error: unknown) => {
        const refusedStatus = (hasCode(error, "callback-refused") && error.status) || 400;
        const problem = { title: "The callback was not sent.", status: refusedStatus };
        return { status: refusedStatus, body: { ...problem, detail: errorMessage(error) } };
      },
    );
    response.writeHead(status, { "Content-Type": "application/json" });
    response.end(JSON.stringify(body));
  };
}

async function handleCallbackRequest(
  request: IncomingMessage,
  { suites, providers, log }: CallbackOptions,
): Promise<object> {
  const { url, example } = await readWanted(request);
  const name = callbackName(request.url ?? "");
  const known = suites.flatMap(({ contract, cases }) =>
    cases.map((sample) => ({ sample, provider: providers.get(contract.name) })),
  );
  const ofName = known.filter(({ sample }) => isSampleNamed(sample, name));
  const found = ofName.find(
    ({ sample: { id } }) => example === undefined || id.endsWith(`/${example}`),
  );
  if (!found) {
    const all = (ofName.length > 0 ? ofName : known).map(({ sample }) => sample.id);
    throw refused(404, `There is no such sample. The samples are: ${all.join(", ")}.`);
  }
  const { id } = found.sample;
  const status = await deliverSample(found.sample, found.provider, url).catch((error: unknown) => {
    log(`callback ${id} to ${url.href} failed: ${errorMessage(error)}`);
    throw refused(502, errorMessage(error));
  });
  log(`callback ${id} to ${url.href}: ${status}`);
  return { sent: id, url: url.href, status };
}

function errorMessage(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** @throws {URIError} when the path is malformed */
function callbackName(url: string): string {
  const [path = ""] = url.split("?");
  return decodeURIComponent(path.slice(callbacksPath.length));
}

/** Enough for a URL and a name. */
const MOST_CHARACTERS = 10_000;

/** @throws {MockError} `callback-refused`, when the request is not from a program or its body is not valid */
async function readWanted(
  request: IncomingMessage,
): Promise<{ url: URL; example: string | undefined }> {
  const { method, headers } = request;
  // A web page must not make this machine send requests.
  if (headers.origin !== undefined) throw refused(403, "Web pages may not send callbacks.");
  if (method !== "POST" || !/^application\/json\b/i.test(headers["content-type"] ?? ""))
    throw refused(
      400,
      'POST JSON such as { "url": "http://127.0.0.1:8080/hook", "example": "..." }.',
    );
  let text = "";
  for await (const chunk of request.setEncoding("utf8")) {
    text += String(chunk);
    if (text.length > MOST_CHARACTERS)
      throw refused(413, `The body is longer than ${MOST_CHARACTERS} characters.`);
  }
  const body: unknown = JSON.parse(text);
  if (!isObject(body)) throw refused(400, "The body is not a JSON object.");
  const { url: address, example } = body;
  const url = typeof address === "string" ? URL.parse(address) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw refused(400, '"url" is not a URL that starts with http:// or https://.');
  if (example !== undefined && typeof example !== "string")
    throw refused(400, '"example" is not a string.');
  return { url, example };
}

/** Whether a sample is of the operation, or of the event that its body names. */
function isSampleNamed({ operation, request: { body } }: Case, name: string): boolean {
  return operation.id === name || (isObject(body) && Object.values(body).includes(name));
}

/** A usual timeout for webhook receivers. */
const TIMEOUT_MS = 15_000;

/** @returns the status that the receiver answered */
async function deliverSample(
  sample: Case,
  provider: Provider | undefined,
  url: URL,
): Promise<number> {
  const { operation, request } = sample;
  const sent = { id: `mock_${randomUUID()}`, atSeconds: Math.floor(Date.now() / 1000) };
  const stamped = provider?.stamp?.(request, sent) ?? request;
  const signed = (await provider?.sign?.(stamped)) ?? stamped;
  const { status } = await sendWireRequest(
    { ...writeRequest(operation, signed, url), url },
    TIMEOUT_MS,
  );
  return status;
}

function refused(status: number, message: string): MockError {
  return new MockError("callback-refused", message, status);
}
