import type { IncomingMessage } from "node:http";
import {
  type BodyContent,
  bodyKindOf,
  isContainer,
  isObject,
  isStreamed,
  readForm,
} from "@contract-toolkit/kernel/messages";
import { ProblemError } from "../problem.ts";
import { type Content, decode, maxLevels, tooDeep } from "./content.ts";

/** A middleware before the router has read a body, and what it left cannot be taken for it. */
export class BodyAlreadyReadError extends Error {
  readonly code = "body-already-read";

  constructor(reason: string) {
    super(
      `${reason}. Mount the router before the body parsers, or let only express.json() or express.raw() come before it.`,
    );
  }
}

/** Whether somebody else has read a body, or has begun to: what of it has been handed out does not come again. */
export function isAlreadyRead({ readableDidRead, readableEnded }: IncomingMessage): boolean {
  return readableDidRead || readableEnded;
}

/**
 * Takes what a body parser before the router has left in `request.body`. It is judged like what the router reads by
 * itself, as far as that can be done without the bytes: levels, least size, and that nothing but JSON is in it. How its
 * numbers were written is not known any more: `999.9999999999999999` has become 1000.
 *
 * @throws {BodyAlreadyReadError} where nothing was left, or it cannot be known what it was.
 * @throws {ProblemError} for too many bytes.
 */
export function takeParsedBody(
  request: IncomingMessage,
  content: BodyContent,
  limitBytes: number,
): Content {
  if (!request.readableEnded)
    throw new BodyAlreadyReadError("A middleware has begun to read it and has not come to its end");
  const body: unknown = "body" in request ? request.body : undefined;
  if (body === undefined)
    throw new BodyAlreadyReadError(
      "The body was read, but no middleware left a parsed body in `request.body`",
    );
  if (Buffer.isBuffer(body)) {
    requireBytes(body.length, limitBytes);
    return decode(body, content);
  }
  const kind = bodyKindOf(content);
  if (typeof body === "string") {
    if (kind !== "text")
      throw new BodyAlreadyReadError("`request.body` is text, and nobody knows what bytes it was");
    requireBytes(Buffer.byteLength(body), limitBytes);
    return body === "" ? { faults: [] } : { value: body, faults: [] };
  }
  if (isStreamed(kind))
    throw new BodyAlreadyReadError("`request.body` is a value, and nobody knows what bytes it was");
  const taken = takeValue(body, limitBytes);
  return kind === "form" && taken.value !== undefined ? takeForm(taken.value, content) : taken;
}

/** What `express.urlencoded()` leaves: texts, and lists of them, by name. */
function takeForm(value: unknown, { fields = {} }: BodyContent): Content {
  const texts = Object.entries(isObject(value) ? value : {}).map(([name, given]) => {
    const list = [given].flat();
    if (!list.every((each) => typeof each === "string"))
      throw new BodyAlreadyReadError("`request.body` is a form with more in it than texts");
    return [name, list] as const;
  });
  return readForm(fields, new Map(texts));
}

function takeValue(value: unknown, limitBytes: number): Content {
  switch (checkJsonValue(value, maxLevels, limitBytes)) {
    case "no-json":
      throw new BodyAlreadyReadError("`request.body` has something in it that is no JSON");
    case "too-large":
      throw new ProblemError({ kind: "body-too-large", limitBytes });
    case "too-deep":
      return tooDeep;
    case undefined:
      return { value, faults: [] };
  }
}

function requireBytes(length: number, limitBytes: number): void {
  if (length > limitBytes) throw new ProblemError({ kind: "body-too-large", limitBytes });
}

/** What is against a value that another has parsed. */
type AgainstValue = "too-deep" | "too-large" | "no-json";

/**
 * Checks what can still be checked of JSON when its bytes are gone. One pass over the value, which ends at the first
 * thing that is wrong.
 *
 * @param maxLevels an object or list in none is one level deep
 * @param maxBytes of the shortest JSON that the value can have been read from
 */
function checkJsonValue(
  root: unknown,
  maxLevels: number,
  maxBytes: number,
): AgainstValue | undefined {
  let bytes = 0;
  const check = (value: unknown, levels: number): AgainstValue | undefined => {
    bytes += leastBytesOf(value);
    if (bytes > maxBytes) return "too-large";
    if (!isContainer(value)) return isScalar(value) ? undefined : "no-json";
    if (levels === 0) return "too-deep";
    if (Array.isArray(value)) return firstAgainst(value, (item) => check(item, levels - 1));
    if (!isPlain(value)) return "no-json";
    return firstAgainst(Object.keys(value), (name) => {
      bytes += leastBytesOf(name) + 1;
      return check(value[name], levels - 1);
    });
  };
  return check(root, maxLevels);
}

function firstAgainst<Item>(
  items: readonly Item[],
  check: (item: Item) => AgainstValue | undefined,
): AgainstValue | undefined {
  for (const item of items) {
    const found = check(item);
    if (found) return found;
  }
  return undefined;
}

/** Of what is in a list or object, whatever its separators: a text in quotes, a number of one digit, two brackets. */
function leastBytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  return typeof value === "number" ? 1 : isContainer(value) ? 2 : 4;
}

function isScalar(value: unknown): boolean {
  return value === null || ["string", "number", "boolean"].includes(typeof value);
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}
