import type { Operation, SampleResponse } from "@contract-toolkit/kernel";
import type { WireRequest } from "../request.ts";
import type { Recorded } from "../targets/recorder.ts";
import type { ServerAnswer } from "../targets/send.ts";
import { curlLine } from "./curl.ts";
import { masked, variableOf, withoutScheme, type Secrets } from "./secrets.ts";

/**
 * A request as it was sent and what came back, for people who look for the cause of a finding. Long parts are cut, and
 * credentials are replaced by the shell variable that `curl` takes them from.
 */
export interface ShownExchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  };
  /** Absent: none came. */
  readonly answer?: {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  };
  /** A command that sends the request again; absent where it would be very long. */
  readonly curl?: string;
}

/** Where whoever sends a request leaves what to show of it, for a finding that may come of it. */
export interface Trace {
  exchange?: () => ShownExchange;
}

/** What to show of an exchange with a server. */
export function shownExchange(
  request: WireRequest,
  secrets: Secrets,
  answer?: ServerAnswer,
): ShownExchange {
  const { method, url, headers, body } = request;
  const curl = curlLine(request, secrets);
  const plain = (text: string, most: number) => cut(masked(text, secrets), most);
  const plainHeaders = (entries: Iterable<[string, string]>) =>
    Object.fromEntries(
      [...entries].slice(0, MOST_HEADERS).map(([name, value]) => {
        const secret = secrets.get(variableOf(name));
        const shown =
          secret !== undefined && withoutScheme(value) === secret
            ? value.slice(0, value.length - secret.length) + `$${variableOf(name)}`
            : value;
        return [name, plain(shown, LONGEST_HEADER)];
      }),
    );
  return {
    request: {
      method,
      url: plain(withoutUser(url), LONGEST_URL),
      headers: plainHeaders(Object.entries(headers)),
      ...(body !== undefined && { body: plain(body, LONGEST_BODY) }),
    },
    ...(answer && {
      answer: {
        status: answer.status,
        headers: plainHeaders(answer.headers),
        body: plain(answer.text, LONGEST_BODY),
      },
    }),
    ...(curl !== undefined && { curl }),
  };
}

/** What to show of a message that came in, with what it was answered. Nobody would be there to be sent it again. */
export function shownMessage(
  { method, target, headers, body }: Recorded,
  answer?: SampleResponse,
): ShownExchange {
  return {
    request: {
      method,
      url: cut(target, LONGEST_URL),
      headers: shownHeaders(headers),
      ...(body !== "" && { body: cut(body, LONGEST_BODY) }),
    },
    ...(answer && {
      answer: {
        status: answer.status,
        headers: shownHeaders(answer.headers),
        body: answer.body === undefined ? "" : cut(textOf(answer.body), LONGEST_BODY),
      },
    }),
  };
}

function shownHeaders(headers: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers)
      .slice(0, MOST_HEADERS)
      .map(([name, value]) => [name, cut(textOf(value), LONGEST_HEADER)]),
  );
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * The secrets of a request.
 *
 * @param headers credentials and what provider states have added
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

/** What a person still reads; a report of a thousand findings stays some megabytes long. */
const LONGEST_BODY = 4_000;
const LONGEST_URL = 2_000;
const LONGEST_HEADER = 500;
const MOST_HEADERS = 50;

function cut(text: string, most: number): string {
  const rest = text.length - most;
  return rest > 0 ? `${text.slice(0, most)}… (${rest} more characters)` : text;
}

function withoutUser(url: URL): string {
  const shown = new URL(url);
  shown.username = "";
  shown.password = "";
  return shown.href;
}
