import {
  contentOf,
  cookieText,
  documentedOf,
  headerText,
  namedType,
  type Operation,
  type Response as DocumentedResponse,
} from "@contract-toolkit/kernel";
import { abortedError, sendRepeatedly, untilAborted } from "./attempts.ts";
import { credentialsOf, valueOf } from "./credentials.ts";
import { decode, isStreamedBy } from "./content/decode.ts";
import type { FailedCall } from "./errors.ts";
import type { CallOptions, ContractClientOptions, ReceivedAnswer } from "./options.ts";
import type { OutgoingRequest, Send, Transport, Values } from "./transport.ts";

/** What a caller gets. */
export interface Answer extends Pick<ReceivedAnswer, "status" | "headers" | "body" | "requestId"> {
  /** Of the body, where the status may have several. */
  readonly contentType?: string;
}

/**
 * Carries out one call of an operation.
 *
 * @throws TransportError when there is no documented answer; what `credential` or a middleware throws passes unchanged
 */
export async function exchange(
  operation: Operation,
  request: OutgoingRequest,
  callOptions: CallOptions,
  options: ContractClientOptions,
  transport: Transport,
): Promise<Answer> {
  const { signal } = callOptions;
  let call: FailedCall = { operation: operation.id };
  const carryOut = async (): Promise<Answer> => {
    const secured = await credentialsOf(operation, options);
    const given = { ...callOptions.headers, ...request.headers };
    const own = merged(
      acceptOf(operation, request.accept),
      secured.headers,
      await headersOf(operation, given, options, request.contentType),
    );
    const headers = withCookies(own, request.cookies);
    const query = { ...request.query, ...secured.query };
    const requestId = headers[options.requestIdHeader ?? ""];
    call = { ...call, requestId };
    const response = await transport(
      operation,
      { ...request, headers, query },
      sender(operation, callOptions, options, call),
      call,
    );
    const answer = await decode(operation, response, call, {
      validate: options.validate,
      signal,
    });
    const { status, body } = answer;
    const documented = documentedOf(operation.responses, status);
    const type = contentOf(documented, answer.contentType)?.contentType;
    return { status, headers: answer.headers, ...namedType(documented, type), body, requestId };
  };
  try {
    signal?.throwIfAborted();
    return await untilAborted(carryOut(), signal);
  } catch (error) {
    throw signal?.aborted ? abortedError(signal, call) : error;
  }
}

const defaultRetries = 2;

/** An operation may ask somebody else in turn, which takes its time; a caller that cannot wait says so. */
const defaultTimeoutMs = 30_000;

/** Headers of several origins: of those with one name, whatever its case, the last. Sent, they would be joined. */
function merged(...origins: readonly Readonly<Record<string, string>>[]): Record<string, string> {
  const entries = origins.flatMap((each) => Object.entries(each));
  const byName = new Map(entries.map((entry) => [entry[0].toLowerCase(), entry]));
  return Object.fromEntries(byName.values());
}

/** Headers that the operation documents: the call's own, else the client's. */
export async function headersOf(
  operation: Operation,
  given: Values,
  options: Pick<ContractClientOptions, "credential" | "headers">,
  contentType = operation.contentType,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  if (contentType) headers["Content-Type"] = contentType;
  for (const { name, in: place, credential } of operation.parameters) {
    if (place !== "header") continue;
    const value = await valueOf(credential ? options.credential : options.headers?.[name]);
    if (value !== undefined) headers[name] = value;
  }
  for (const [name, value] of Object.entries(given)) {
    if (value !== undefined) headers[name] = headerText(value);
  }
  return headers;
}

/** Browsers let no program send this header, and leave it out. */
function withCookies(
  headers: Readonly<Record<string, string>>,
  cookies: Values = {},
): Record<string, string> {
  const text = [headers["Cookie"], cookieText(cookies)].filter(Boolean).join("; ");
  return text === "" ? { ...headers } : { ...headers, Cookie: text };
}

/** What an answer should be, where there is a choice; errors may be of any type. */
function acceptOf({ responses }: Operation, accept: string | undefined): Record<string, string> {
  const [first] = Object.values<DocumentedResponse>(responses).filter(({ others }) => others);
  const type = accept ?? first?.contentType;
  return first && type !== undefined ? { Accept: `${type}, */*;q=0.1` } : {};
}

/** The middleware, and beneath it the attempts. */
function sender(
  operation: Operation,
  callOptions: CallOptions,
  options: ContractClientOptions,
  failed: FailedCall,
): Send {
  return (options.middleware ?? []).reduceRight<Send>(
    (next, middleware) => async (request) => middleware(request, next, operation),
    (request) => sendAttempts(request, operation, callOptions, options, failed),
  );
}

/** Sends a request as often as its operation and the options allow, until there is an answer. */
export function sendAttempts(
  request: Request,
  operation: Operation,
  { signal, ...call }: Omit<CallOptions, "headers">,
  options: AttemptDefaults,
  failed: FailedCall,
): Promise<Response> {
  const retries = call.retries ?? options.retries ?? defaultRetries;
  const attemptOptions = {
    fetch: options.fetch ?? ((request, init) => fetch(request, init)),
    timeoutMs: call.timeoutMs ?? options.timeoutMs ?? defaultTimeoutMs,
    retries: operation.retryable ? retries : 0,
    signal,
    isStreamed: isStreamedBy(operation),
    sleep: options.sleep ?? sleep,
    random: options.random ?? Math.random,
  };
  return sendRepeatedly(request, attemptOptions, failed);
}

/** What the options of a client say of every attempt. */
type AttemptDefaults = Pick<
  ContractClientOptions,
  "fetch" | "random" | "retries" | "sleep" | "timeoutMs"
>;

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });
}
