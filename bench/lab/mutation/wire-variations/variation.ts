import { isObject } from "@contract-toolkit/contract";
import { blamed, type MutantGroup, type Play } from "../mutant.ts";
import { readBody, withBody, type Header } from "./body.ts";
import type { Hooks, WireResponse } from "./proxy.ts";

/** Permitted differences on the wire, by name. */
export type Variations = Readonly<Record<string, Partial<Hooks>>>;

/** Variations as mutants. No case may report one. */
export function variationMutants(
  variations: Variations,
  playsWith: (hooks: Partial<Hooks>, name: string) => Iterable<Play>,
): MutantGroup["mutants"] {
  return Object.entries(variations).map(([name, hooks]) => ({
    id: name,
    attempt: () => blamed(playsWith(hooks, name)),
  }));
}

/** Changes the headers of every response. */
export function withHeaders(
  change: (found: readonly Header[]) => readonly Header[],
): Partial<Hooks> {
  return { onResponse: (_, response) => ({ ...response, headers: change(response.headers) }) };
}

/** Changes the headers of every request or callback. */
export function withRequestHeaders(
  change: (found: readonly Header[]) => readonly Header[],
): Partial<Hooks> {
  return { onRequest: (request) => ({ ...request, headers: change(request.headers) }) };
}

/** Writes the body of every JSON response in another way. */
export function withJson(write: (body: unknown) => string): Partial<Hooks> {
  return {
    onResponse: (_, response) =>
      isJson(response) ? { ...response, body: write(readBody(response)) } : response,
  };
}

/** Changes the content of every response that is a JSON object. */
export function withContent(
  change: (body: Readonly<Record<string, unknown>>, response: WireResponse) => unknown,
): Partial<Hooks> {
  return {
    onResponse: (_, response) => {
      const body = isJson(response) ? readBody(response) : undefined;
      return isObject(body) ? withBody(response, change(body, response)) : response;
    },
  };
}

function isJson({ headers: found, body }: WireResponse): boolean {
  const isOfJson = ([name, value]: Header) => /^content-type$/i.test(name) && /json/i.test(value);
  return body !== "" && found.some(isOfJson);
}
