import { isUtf8 } from "node:buffer";
import {
  cookieOf,
  hopByHopHeaders,
  type Operation,
  type SampleResponse,
} from "@contract-toolkit/contract";
import type { Recorded } from "../targets/recording-server/recorder.ts";
import { stringifyValue } from "../wire-body.ts";
import { curlLine } from "./curl.ts";
import { exchangeOf, type ShownExchange } from "./exchange.ts";
import { variableOf, withoutScheme, type Secrets } from "./secrets.ts";

/**
 * A request that was received, with its response, as it is shown. The recorder no longer exists then, so `curl` sends the request
 * to the server in the shell variable `SERVER_URL`.
 */
export function receivedExchange(
  operation: Operation,
  received: Recorded,
  response?: SampleResponse,
): ShownExchange {
  const { method, target, body } = received;
  const headers = textPairs(received.headers);
  const secrets = receivedSecrets(operation, received);
  return exchangeOf(
    { method, url: target, headers, text: body === "" ? undefined : body },
    secrets,
    response && {
      status: response.status,
      headers: textPairs(response.headers),
      text: response.body === undefined ? undefined : stringifyValue(response.body),
    },
    curlOf(received, headers, secrets),
  );
}

/** Stands for the server in the command. The name is reserved (RFC 2606). */
const server = "http://server.invalid";

/** Headers of the connection, headers that curl computes, and one that would make the response unreadable. */
const ofConnection = new Set([...hopByHopHeaders, "host", "content-length", "accept-encoding"]);

function curlOf(
  { method, target, bytes }: Recorded,
  headers: readonly (readonly [string, string])[],
  secrets: Secrets,
): string | undefined {
  const isText = isUtf8(bytes);
  return curlLine(
    {
      method,
      url: server + target,
      headers: Object.fromEntries(headers.filter(([name]) => !ofConnection.has(name))),
      ...(bytes.length > 0 && { body: bytes.toString(isText ? "utf8" : "base64") }),
      ...(!isText && { encoding: "base64" as const }),
    },
    new Map([["SERVER_URL", server], ...secrets]),
  );
}

/** Credentials of an operation, as they were received in headers, query or cookies. */
function receivedSecrets(
  { parameters, security = [] }: Operation,
  { target, headers }: Recorded,
): Secrets {
  const { searchParams } = new URL(server + target);
  const valueIn = (place: string, name: string) => {
    if (place === "query") return searchParams.get(name);
    return place === "cookie"
      ? cookieOf(headers.cookie ?? "", name)
      : stringifyValue(headers[name.toLowerCase()] ?? "");
  };
  const credentials = [...security.flat(), ...parameters.filter(({ credential }) => credential)];
  return new Map(
    credentials.flatMap(({ in: place, name }) => {
      const value = valueIn(place, name);
      return value ? [[variableOf(name), withoutScheme(value)] as const] : [];
    }),
  );
}

function textPairs(values: Readonly<Record<string, unknown>>): (readonly [string, string])[] {
  return Object.entries(values).map(([name, value]) => [name, stringifyValue(value)]);
}
