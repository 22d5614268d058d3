import type { Operation } from "@contract-toolkit/kernel";
import type { WireRequest } from "../request.ts";
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
  exchange?: () => ShownExchange | undefined;
}

/** What to show of an exchange with a server. */
export function shownExchange(
  request: WireRequest,
  secrets: Secrets,
  answer?: ServerAnswer,
): ShownExchange {
  const { method, url, headers, body } = request;
  const curl = curlLine(request, secrets);
  return {
    request: {
      method,
      url: shownText(withoutUser(url), LONGEST_URL, secrets),
      headers: shownHeaders(Object.entries(headers), secrets),
      ...(body !== undefined && { body: shownText(body, LONGEST_BODY, secrets) }),
    },
    ...(answer && {
      answer: {
        status: answer.status,
        headers: shownHeaders(answer.headers, secrets),
        body: shownText(answer.text, LONGEST_BODY, secrets),
      },
    }),
    ...(curl !== undefined && { curl }),
  };
}

/** The beginning of a text, without its secrets. */
export function shownText(text: string, most: number, secrets: Secrets): string {
  return cut(masked(text, secrets), most);
}

/** The first headers, without their secrets. */
export function shownHeaders(
  headers: Iterable<readonly [string, string]>,
  secrets: Secrets,
): Record<string, string> {
  return Object.fromEntries(
    [...headers].slice(0, MOST_HEADERS).map(([name, value]) => {
      const secret = secrets.get(variableOf(name));
      const shown =
        secret !== undefined && withoutScheme(value) === secret
          ? value.slice(0, value.length - secret.length) + `$${variableOf(name)}`
          : value;
      return [name, shownText(shown, LONGEST_HEADER, secrets)];
    }),
  );
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
export const LONGEST_BODY = 4_000;
export const LONGEST_URL = 2_000;
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
