import type { Operation } from "@contract-toolkit/contract";
import type { RawRequest } from "../cases/servers/raw-form.ts";
import type { WireRequest } from "../request.ts";
import type { HttpResponse } from "../targets/send.ts";
import { shownAddress, curlLine, rawLine } from "./curl.ts";
import { masked, variableOf, withoutScheme, type Secrets } from "./secrets.ts";

/**
 * A request and its response as reports show them with a finding. Long parts are cut, and credentials are replaced by the shell
 * variables that the `curl` command uses.
 */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Absent if there was no response. */
  readonly response?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** A command that repeats the request; absent if it would be very long. */
  readonly curl?: string;
}

/** Holds the last exchange of a case, which its findings show. */
export interface Trace {
  exchange?: () => ShownExchange | undefined;
}

/** A message before it is cut and its secrets are replaced. */
interface Seen {
  readonly headers: Iterable<readonly [string, string]>;
  /** Absent if there is no body. */
  readonly text?: string | undefined;
}

/**
 * An exchange as it is shown.
 *
 * @param curl a command that repeats the request
 */
export function exchangeOf(
  request: Seen & { readonly method: string; readonly url: string },
  secrets: Secrets,
  response?: Seen & { readonly status: number },
  curl?: string,
): ShownExchange {
  const { method, url, text } = request;
  return {
    request: {
      method,
      url: shownText(url, secrets),
      headers: shownHeaders(request.headers, secrets),
      ...(text !== undefined && { body: shownText(text, secrets) }),
    },
    ...(response && {
      response: {
        status: response.status,
        headers: shownHeaders(response.headers, secrets),
        body: shownText(response.text ?? "", secrets),
      },
    }),
    ...(curl !== undefined && { curl }),
  };
}

export function shownExchange(
  request: WireRequest,
  secrets: Secrets,
  response?: HttpResponse,
): ShownExchange {
  const { method, url, headers, body } = request;
  const seen = {
    method,
    url: shownAddress(url).address,
    headers: Object.entries(headers),
    text: body,
  };
  return exchangeOf(seen, secrets, response, curlLine(request, secrets));
}

/** An exchange whose request was written as bytes. */
export function rawExchange(
  { method, head, body }: RawRequest,
  server: URL,
  secrets: Secrets,
  response?: HttpResponse,
): ShownExchange {
  const [line = "", ...fields] = head.toString("latin1").trimEnd().split("\r\n");
  const target = line.slice(method.length + 1, line.lastIndexOf(" "));
  const url = target.startsWith("/") ? server.origin + target : target;
  const headers = fields.map((field) => {
    const colon = field.indexOf(":");
    return [field.slice(0, colon), field.slice(colon + 1).trim()] as const;
  });
  const text = body.length > 0 ? body.toString() : undefined;
  const command = rawLine(Buffer.concat([head, body]), server, secrets);
  return exchangeOf({ method, url, headers, text }, secrets, response, command);
}

function shownText(text: string, secrets: Secrets, most = LONGEST_TEXT): string {
  const whole = masked(text, secrets);
  const rest = whole.length - most;
  return rest > 0 ? `${whole.slice(0, most)}… (${rest} more characters)` : whole;
}

function shownHeaders(headers: Seen["headers"], secrets: Secrets): Record<string, string> {
  return Object.fromEntries(
    [...headers].slice(0, MOST_HEADERS).map(([name, value]) => {
      const secret = secrets.get(variableOf(name));
      const isSecret = secret !== undefined && withoutScheme(value) === secret;
      const scheme = isSecret ? value.slice(0, value.length - secret.length) : "";
      const whole = isSecret ? `${scheme}$${variableOf(name)}` : value;
      return [name, shownText(whole, secrets, LONGEST_HEADER)];
    }),
  );
}

/**
 * The secrets of a request.
 *
 * @param headers credentials, and headers that provider states added
 * @param credentials the credentials alone
 */
export function secretsOf(
  { parameters }: Operation,
  headers: Readonly<Record<string, string>>,
  credentials: Readonly<Record<string, string>>,
): Secrets {
  const names = new Set(
    [
      ...Object.keys(credentials),
      ...parameters.filter(({ credential }) => credential).map(({ name }) => name),
    ].map((name) => name.toLowerCase()),
  );
  return new Map(
    Object.entries({ ...credentials, ...headers })
      .filter(([name]) => names.has(name.toLowerCase()))
      .map(([name, value]) => [variableOf(name), withoutScheme(value)]),
  );
}

/** Keeps a report with a thousand findings within some megabytes. */
const LONGEST_TEXT = 4_000;
const LONGEST_HEADER = 500;
const MOST_HEADERS = 50;
