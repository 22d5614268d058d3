import type { IncomingMessage } from "node:http";
import {
  type BodyContent,
  bodyKindOf,
  type Violation,
  isContainer,
  isObject,
  isStreamed,
  pointerStep,
  readForm,
} from "@contract-toolkit/contract/messages";
import { SkeletonError } from "../errors.ts";
import { ProblemError } from "../problem.ts";
import { type Content, decodeBody, maxLevels, tooDeep } from "./content.ts";

/** Whether something has read from a body, so that bytes are missing, or has made texts of its bytes (`setEncoding`). */
export function isAlreadyRead(request: IncomingMessage): boolean {
  return request.readableDidRead || request.readableEnded || Boolean(request.readableEncoding);
}

/**
 * Takes `request.body` of a body parser. Without the bytes, only its levels, its minimum size and its types can be checked.
 * Numbers are already rounded: `999.9999999999999999` is 1000.
 */
export function takeParsedBody(
  request: IncomingMessage,
  content: BodyContent,
  limitBytes: number,
): Content {
  if (!request.readableEnded)
    throw bodyAlreadyRead(
      "A middleware has begun to read the body, but not to its end, or has set its encoding",
    );
  const body: unknown = "body" in request ? request.body : undefined;
  if (body === undefined)
    throw bodyAlreadyRead(
      "The body was read, but no middleware left a parsed body in `request.body`",
    );
  if (Buffer.isBuffer(body)) {
    requireBytes(body.length, limitBytes);
    return decodeBody(body, content);
  }
  const kind = bodyKindOf(content);
  if (typeof body === "string") {
    if (kind !== "text")
      throw bodyAlreadyRead("`request.body` is text, so its original bytes are unknown");
    requireBytes(Buffer.byteLength(body), limitBytes);
    return body === "" ? { violations: [] } : { value: body, violations: [] };
  }
  if (isStreamed(kind) || kind === "xml")
    throw bodyAlreadyRead("`request.body` is a value, so its original bytes are unknown");
  const taken = takeValue(body, limitBytes);
  return kind === "form" && taken.value !== undefined ? takeForm(taken.value, content) : taken;
}

/** Takes the texts, and lists of texts, that `express.urlencoded()` leaves by name. */
function takeForm(value: unknown, { fields }: BodyContent): Content {
  const texts = new Map<string, string[]>();
  const nested: Violation[] = [];
  for (const [name, given] of Object.entries(isObject(value) ? value : {})) {
    const list = [given].flat();
    if (list.every((value) => typeof value === "string")) texts.set(name, list);
    // A parser with `extended: true` makes objects of names with brackets. Undocumented ones are ignored, as without it.
    else if (fields && !Object.hasOwn(fields, name)) texts.set(name, []);
    else if (list.some(isContainer))
      nested.push({ pointer: `/body/${pointerStep(name)}`, reason: "must be text, not nested" });
    else throw bodyAlreadyRead("`request.body` is a form with values that are not text");
  }
  const form = readForm(fields ?? {}, texts);
  return { ...form, violations: [...nested, ...form.violations] };
}

/** Checks JSON without its bytes, in one pass that ends at the first violation. */
function takeValue(whole: unknown, limitBytes: number): Content {
  let bytes = 0;
  const isTooDeep = (value: unknown, levels: number): boolean => {
    bytes += leastBytesOf(value);
    requireBytes(bytes, limitBytes);
    if (!isJsonValue(value))
      throw bodyAlreadyRead("`request.body` contains a value that is not JSON");
    if (!isContainer(value)) return false;
    if (levels === 0) return true;
    return Object.keys(value).some((name) => {
      if (!Array.isArray(value)) bytes += leastBytesOf(name) + 1;
      return isTooDeep(value[name], levels - 1);
    });
  };
  return isTooDeep(whole, maxLevels) ? tooDeep : { value: whole, violations: [] };
}

function requireBytes(length: number, limitBytes: number): void {
  if (length > limitBytes) throw new ProblemError({ kind: "body-too-large", limitBytes });
}

/** The minimum size of a value as JSON, without separators and contents: a number has one digit. */
function leastBytesOf(value: unknown): number {
  if (typeof value === "string") return Buffer.byteLength(value) + 2;
  return typeof value === "number" ? 1 : isContainer(value) ? 2 : 4;
}

function isJsonValue(value: unknown): boolean {
  if (!isContainer(value)) return value === null || scalars.has(typeof value);
  const prototype: unknown = Object.getPrototypeOf(value);
  return Array.isArray(value) || prototype === Object.prototype || prototype === null;
}

const scalars: ReadonlySet<string> = new Set(["string", "number", "boolean"]);

function bodyAlreadyRead(reason: string): SkeletonError {
  return new SkeletonError(
    "body-already-read",
    `${reason}. Mount the router before the body parsers, or let only express.json() or express.raw() come before it.`,
  );
}
