import type { Suite } from "@contract-toolkit/conformance";
import { parseRawHeaders, substituteWithin } from "@contract-toolkit/conformance/internal";
import { responseName } from "@contract-toolkit/contract";
import { createRedaction, SECRET } from "@contract-toolkit/inspector";
import type { JudgedExchange } from "../judge.ts";
import { isRandom, recordedOf, scalarsOf, type Recorded } from "./recorded.ts";

/**
 * The exchanges that can be samples, with placeholders of the same length for secrets: credentials, `@secret` fields, and what has the
 * name or the form of a secret. A secret has the same placeholder wherever it occurs.
 */
export function redactExchanges(suite: Suite, exchanges: readonly JudgedExchange[]): Recorded[] {
  const { messages } = suite.messages;
  const redactionOf = createRedaction(suite.messages, (text) => text);
  const secrets = new Map<string, string>();
  const addSecret = (text: string) => {
    if (!secrets.has(text)) secrets.set(text, placeholderOf(text, secrets.size + 1));
  };
  const addSecretsOf = (name: string, message: object) => {
    for (const [part, value] of Object.entries(message)) {
      const hidden = scalarsOf(redactionOf(name, part)(value).read());
      const isHidden = new Set(
        hidden.flatMap(({ pointer, value: kept }) => (kept === SECRET ? [pointer] : [])),
      );
      for (const { pointer, name: field, text, value: content } of scalarsOf(value))
        if (typeof content !== "string") continue;
        else if (isHidden.has(pointer) || isSecretName(field) || isSecretText(text, field))
          addSecret(text);
    }
  };
  const recorded = exchanges.flatMap((exchange) => {
    for (const text of credentialsOf(exchange)) addSecret(text);
    return recordedOf(exchange) ?? [];
  });
  for (const {
    operation: { id },
    request: { path, query, headers, body },
    response,
  } of recorded) {
    addSecretsOf(`request ${id}`, { path, query, headers, body });
    addSecretsOf(responseName(messages, id, response.status) ?? "", {
      headers: response.headers,
      body: response.body,
    });
  }
  const redacted = <Message>(message: Message) =>
    substituteWithin(message, secrets, isSecretName) as Message;
  return recorded.map((exchange) => ({
    ...exchange,
    request: withPlaceholders(exchange, redacted(exchange.request)),
    response: redacted(exchange.response),
  }));
}

/** Whether a text is a placeholder. */
export function isPlaceholder(text: string): boolean {
  return /^secret-\d+(-x*)?$/.test(text);
}

function placeholderOf(text: string, number: number): string {
  return `secret-${number}-`.padEnd(text.length, "x").slice(0, text.length);
}

/** The credentials of a request, without their scheme. */
function credentialsOf({ wire, operation }: JudgedExchange): string[] {
  const headers = parseRawHeaders(wire.request.headers);
  const named = new Set(operation?.security?.flat().map(({ name }) => name.toLowerCase()));
  const sent = [...headers].filter(([name]) => named.has(name) || isSecretName(name));
  const cookies = (headers.get("cookie") ?? "")
    .split(";")
    .map((pair) => pair.slice(pair.indexOf("=") + 1));
  return [...sent.map(([, value]) => value.replace(/^\S+\s+/, "")), ...cookies]
    .map((text) => text.trim())
    .filter((text) => text.length >= SHORTEST_CREDENTIAL);
}

const SHORTEST_CREDENTIAL = 6;

function isSecretName(name: string): boolean {
  return (
    /pass(word|phrase|wd)|secret|token|api[-_]?key|^auth|credential|private[-_]?key|cvv|cvc|one[-_]?time/i.test(
      name,
    ) && !/page|next|continu|cursor|type|expire|count/i.test(name)
  );
}

/** JSON web tokens, random keys, and numbers with a check digit. */
function isSecretText(text: string, name: string): boolean {
  if (/key$/i.test(name) && isRandom(text)) return true;
  if (/^eyJ[\w-]+\.[\w-]+\.[\w-]*$/.test(text)) return true;
  if (!/^\d{4}([ -]?\d{4}){2}([ -]?\d{1,7})$/.test(text)) return false;
  // ISO/IEC 7812-1, annex B.
  const digits = Array.from(text.replaceAll(/\D/g, ""), Number).toReversed();
  const sum = digits.reduce((total, digit, at) => {
    const doubled = at % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

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
