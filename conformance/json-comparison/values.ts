import {
  isContainer,
  isObject,
  pointerStep,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";
import type { TextMap } from "./text-map.ts";

/** Every value in a message with its JSON pointer. Inner values come before the values that contain them. */
export function valuesByPointer(value: unknown, pointer = ""): [string, unknown][] {
  if (!Array.isArray(value) && !isObject(value)) return [[pointer, value]];
  const inner = Object.entries(value).flatMap(([name, value]) =>
    valuesByPointer(value, `${pointer}/${pointerStep(name)}`),
  );
  return [...inner, [pointer, value]];
}

/** A copy of a message with another value at a pointer. `undefined` removes the value. */
export function replaceValue<Message>(message: Message, pointer: string, value: unknown): Message {
  return (
    value === undefined ? withoutValue(message, pointer) : withValue(message, pointer, value)
  ) as Message;
}

/** Whether a text is canonical Base64 (RFC 4648, section 4): padded, and without white space. */
export function isBase64(text: string): boolean {
  return Buffer.from(text, "base64").toString("base64") === text;
}

/** A copy in which every string or number whose text is a key of `bindings` is replaced by the value of that key. */
export function substitute(value: unknown, bindings: ReadonlyMap<string, string>): unknown {
  if (typeof value === "string") return bindings.get(value) ?? value;
  if (typeof value === "number") return Number(bindings.get(String(value)) ?? value);
  if (Array.isArray(value)) return value.map((item) => substitute(item, bindings));
  if (!isContainer(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, substitute(field, bindings)]),
  );
}

/**
 * A copy in which keys of `bindings` are replaced by their values: words as whole texts, longer ones also inside other texts, and
 * any other key, such as a number, only in fields that `isIdentity` names.
 */
export function substituteWithin(
  value: unknown,
  bindings: TextMap<string>,
  isIdentity: (name: string) => boolean,
  name = "",
): unknown {
  if (Array.isArray(value))
    return value.map((item) => substituteWithin(item, bindings, isIdentity, name));
  if (isContainer(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, field]) => [
        key,
        substituteWithin(field, bindings, isIdentity, key),
      ]),
    );
  if (typeof value !== "string" && typeof value !== "number") return value;
  const whole = bindings.get(String(value));
  if (whole !== undefined && (isWord(value) || isIdentity(name)))
    return typeof value === "number" ? Number(whole) : whole;
  if (typeof value === "number") return value;
  return bindings
    .within(value)
    .reduce((text, key) => text.replaceAll(key, bindings.get(key) ?? key), value);
}

/** Whether a value is a text that hardly means two things. */
export function isWord(value: unknown): boolean {
  return typeof value === "string" && value.length >= 3 && !/^\d+$/.test(value);
}
