import { isObject, pointerStep, withoutValue, withValue } from "@contract-toolkit/kernel";

/** Every value in a message with its JSON pointer, what is inside before what it is in. */
export function valuesByPointer(value: unknown, pointer = ""): [string, unknown][] {
  if (!Array.isArray(value) && !isObject(value)) return [[pointer, value]];
  const inner = Object.entries(value).flatMap(([name, each]) =>
    valuesByPointer(each, `${pointer}/${pointerStep(name)}`),
  );
  return [...inner, [pointer, value]];
}

/** A copy of a message with another value at a pointer; with undefined, without the value there. */
export function replaceValue<Message>(message: Message, pointer: string, value: unknown): Message {
  return (
    value === undefined ? withoutValue(message, pointer) : withValue(message, pointer, value)
  ) as Message;
}
