import { isObject } from "@contract-toolkit/contract";
import { blamed, type MutantGroup, type Play } from "../mutant.ts";
import { readBody, withBody } from "./body.ts";
import type { Header, Hooks, WireAnswer } from "./proxy.ts";

/** Permitted differences on the wire, by name. */
export type Variations = Readonly<Record<string, Partial<Hooks>>>;

/** Variations as mutants. No case may report one. */
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

/** Changes the headers of every answer. */
export function headers(change: (found: readonly Header[]) => readonly Header[]): Partial<Hooks> {
  return { onAnswer: (_, answer) => ({ ...answer, headers: change(answer.headers) }) };
}

/** Changes the headers of every request or callback. */
export function sent(change: (found: readonly Header[]) => readonly Header[]): Partial<Hooks> {
  return { onRequest: (request) => ({ ...request, headers: change(request.headers) }) };
}

/** Writes the body of every JSON answer in another way. */
export function written(write: (body: unknown) => string): Partial<Hooks> {
  return {
    onAnswer: (_, answer) =>
      isJson(answer) ? { ...answer, body: write(readBody(answer)) } : answer,
  };
}

/** Changes the content of every answer that is a JSON object. */
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
