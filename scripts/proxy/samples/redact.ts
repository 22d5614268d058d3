import { randomUUID } from "node:crypto";
import type { Suite } from "@contract-toolkit/conformance";
import {
  parseRawHeaders,
  queriesIn,
  renewText,
  substituteWithin,
  TextMap,
} from "@contract-toolkit/conformance/internal";
import { responseName } from "@contract-toolkit/contract";
import { createRedaction, SECRET } from "@contract-toolkit/inspector";
import type { JudgedExchange } from "../judge.ts";
import { confidentialTexts, isConfidentialName, isSecretName } from "./confidential.ts";
import { recordedOf, scalarsOf, type Recorded } from "./recorded.ts";

/** Exchanges that can be samples. */
interface RedactedExchanges {
  readonly recorded: readonly Recorded[];
  /** The texts in them that stand for others. */
  readonly replaced: ReadonlySet<string>;
}

/**
 * Replaces secrets and personal data by other texts of the same form: credentials, `@secret` fields, and what has the name or the form of
 * something confidential. A text has the same replacement wherever it occurs.
 */
export function redactExchanges(
  suite: Suite,
  exchanges: readonly JudgedExchange[],
): RedactedExchanges {
  const { messages } = suite.messages;
  const redactionOf = createRedaction(suite.messages, (text) => text);
  // Nobody can find out a text by renewing guesses.
  const seed = randomUUID();
  const replacements = new TextMap<string>();
  const replace = (text: string, renew = renewText) => {
    if (!replacements.has(text)) replacements.set(text, renew(text, seed));
  };
  const replaceIn = (name: string, message: object) => {
    for (const [part, value] of Object.entries(message)) {
      const redacted = scalarsOf(redactionOf(name, part)(value).read());
      const secret = redacted.filter((scalar) => scalar.value === SECRET);
      const pointers = new Set(secret.map(({ pointer }) => pointer));
      for (const { text, renew } of confidentialTexts(scalarsOf(value), pointers))
        replace(text, renew);
    }
  };
  const links = new Set<string>();
  const recorded = exchanges.flatMap((exchange) => {
    for (const text of credentialsOf(exchange)) replace(text);
    const found = recordedOf(exchange, links);
    if (found) addLinks(found, links);
    return found ?? [];
  });
  for (const { operation, request, response } of recorded) {
    const { path, query, headers, body } = request;
    replaceIn(`request ${operation.id}`, { path, query, headers, body });
    const name = responseName(messages, operation.id, response.status) ?? "";
    replaceIn(name, { headers: response.headers, body: response.body });
  }
  const redacted = <Message>(message: Message) =>
    substituteWithin(message, replacements, isConfidentialName) as Message;
  return {
    recorded: recorded.map((exchange) => ({
      ...exchange,
      request: withPlaceholders(exchange, redacted(exchange.request)),
      response: redacted(exchange.response),
    })),
    replaced: new Set(replacements.values()),
  };
}

/** Adds the parts of the links in a response, by which a client may go on. */
function addLinks({ wire, response }: Recorded, links: Set<string>): void {
  const texts = [...parseRawHeaders(responseHeaders(wire)).values()];
  for (const text of [...texts, ...scalarsOf(response.body).map((scalar) => scalar.text)])
    for (const [name, value] of queriesIn(text)) links.add(`${name}=${value}`);
}

function responseHeaders({ response }: Recorded["wire"]): readonly string[] {
  return typeof response === "string" ? [] : response.headers;
}

/** The credentials of a request without their scheme, and the cookies of both messages. */
function credentialsOf({ wire, operation }: JudgedExchange): string[] {
  const headers = parseRawHeaders(wire.request.headers);
  const named = new Set(operation?.security?.flat().map(({ name }) => name.toLowerCase()));
  const sent = [...headers].filter(([name]) => named.has(name) || isSecretName(name));
  const answered = responseHeaders(wire);
  const cookies = [
    ...(headers.get("cookie") ?? "").split(";"),
    ...answered.flatMap((value, at) =>
      answered[at - 1]?.toLowerCase() === "set-cookie" && at % 2 === 1
        ? [value.replace(/;.*/s, "")]
        : [],
    ),
  ].map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...sent.map(([, value]) => value.replace(/^\S+\s+/, "")), ...cookies]
    .map((text) => text.trim())
    .filter((text) => text.length >= SHORTEST_CREDENTIAL);
}

const SHORTEST_CREDENTIAL = 6;

/** Credentials that are documented as headers get the placeholder that replays fill in. */
function withPlaceholders(
  { operation, wire }: Recorded,
  request: Recorded["request"],
): Recorded["request"] {
  const sent = parseRawHeaders(wire.request.headers);
  const credentials = operation.parameters.flatMap(({ name, credential }) => {
    const value = credential ? sent.get(name) : undefined;
    if (!value) return [];
    const [, scheme = ""] = /^(\S+\s+)\S/.exec(value) ?? [];
    return [[name, `${scheme}<CREDENTIAL>`]];
  });
  return {
    ...request,
    headers: { ...request.headers, ...(Object.fromEntries(credentials) as object) },
  };
}
