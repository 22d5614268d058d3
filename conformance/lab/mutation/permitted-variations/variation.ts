import { isObject } from "@contract-toolkit/kernel";
import { blamed, type MutantGroup, type Play } from "../mutant.ts";
import { readBody, withBody } from "./body.ts";
import type { Header, Hooks, WireAnswer } from "./proxy.ts";

/** What may be done otherwise on the wire, in one respect at a time, by name. */
export type Variations = Readonly<Record<string, Partial<Hooks>>>;

/** Variations as mutants. None of the cases that are played with one may blame it. */
export function variationMutants(
  variations: Variations,
  playsWith: (hooks: Partial<Hooks>, name: string) => Iterable<Play>,
): MutantGroup["mutants"] {
  return Object.entries(variations).map(([name, hooks]) => ({
    id: name,
    operator: name,
    attempt: () => blamed(playsWith(hooks, name)),
  }));
}

/** Other headers of every answer. */
export function headers(change: (found: readonly Header[]) => readonly Header[]): Partial<Hooks> {
  return { onAnswer: (_, answer) => ({ ...answer, headers: change(answer.headers) }) };
}

/** Other headers of every request, or of every message of a server. */
export function sent(change: (found: readonly Header[]) => readonly Header[]): Partial<Hooks> {
  return { onRequest: (request) => ({ ...request, headers: change(request.headers) }) };
}

/** Another way to write the body of every answer that is JSON. */
export function written(write: (body: unknown) => string): Partial<Hooks> {
  return {
    onAnswer: (_, answer) =>
      isJson(answer) ? { ...answer, body: write(readBody(answer)) } : answer,
  };
}

/** Other things that every answer that is a JSON object says. */
export function said(
  change: (body: Readonly<Record<string, unknown>>, answer: WireAnswer) => unknown,
): Partial<Hooks> {
  return {
    onAnswer: (_, answer) => {
      const body = isJson(answer) ? readBody(answer) : undefined;
      return isObject(body) ? withBody(answer, change(body, answer)) : answer;
    },
  };
}

function isJson({ headers: found, body }: WireAnswer): boolean {
  const isOfJson = ([name, value]: Header) => /^content-type$/i.test(name) && /json/i.test(value);
  return body !== "" && found.some(isOfJson);
}
