import {
  isContainer,
  isObject,
  pointerStep,
  withoutValue,
  withValue,
} from "@contract-toolkit/contract";

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
