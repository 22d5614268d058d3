import type { ServerResponse } from "node:http";
import { isObject } from "@contract-toolkit/kernel";
import { readBody, withBody } from "../answers/body.ts";
import type { Header, Proxy, WireAnswer, WireRequest } from "../answers/proxy.ts";

/** What a server may do otherwise in all that it answers, or in all messages that it sends. */
export interface ServerVariation {
  readonly name: string;
  /** Changes an answer. */
  readonly answer?: (answer: WireAnswer, asked: WireRequest) => WireAnswer;
  /** Frames an answer. */
  readonly write?: (answer: WireAnswer, outgoing: ServerResponse) => void;
  /** Changes a message that the server sends. */
  readonly message?: (message: WireRequest) => WireRequest;
  /** Sends a message. */
  readonly deliver?: Proxy["forward"];
}

/** A variation of the headers of every answer. */
export function headers(
  name: string,
  change: (found: readonly Header[], answer: WireAnswer) => readonly Header[],
): ServerVariation {
  return {
    name,
    answer: (answer) => ({ ...answer, headers: change(answer.headers, answer) }),
  };
}

/** A variation that adds headers to every answer. */
export function further(name: string, ...added: readonly Header[]): ServerVariation {
  return headers(name, (found) => [...found, ...added]);
}

/** A variation of how the body of every answer that is JSON is written. */
export function written(name: string, write: (body: unknown) => string): ServerVariation {
  return {
    name,
    answer: (answer) => (isJson(answer) ? { ...answer, body: write(readBody(answer)) } : answer),
  };
}

/** A variation of what every answer that is a JSON object says. */
export function said(
  name: string,
  change: (body: Readonly<Record<string, unknown>>, answer: WireAnswer) => unknown,
): ServerVariation {
  return {
    name,
    answer: (answer) => {
      const body = isJson(answer) ? readBody(answer) : undefined;
      return isObject(body) ? withBody(answer, change(body, answer)) : answer;
    },
  };
}

function isJson({ headers: found, body }: WireAnswer): boolean {
  return (
    body !== "" &&
    found.some(([name, value]) => name.toLowerCase() === "content-type" && /json/i.test(value))
  );
}
