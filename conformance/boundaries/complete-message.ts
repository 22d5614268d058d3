import { isSchema, pointerStep, type Schema, valueAt, withValue } from "@contract-toolkit/kernel";
import { instanceOf } from "../message-generator/instance.ts";
import { accepts } from "../second-validator/oracle.ts";
import type { Rule } from "./rules.ts";

/** A message in which the place of a rule is there, and where that is. */
export interface Completed {
  readonly message: unknown;
  /** JSON pointer of the place in this message. */
  readonly pointer: string;
  /** Nothing had to be added or changed. */
  readonly isUnchanged: boolean;
}

/** Follows a rule's path through a message, and adds what is missing on the way and the branches that have to be taken. */
export function complete(
  schema: Schema,
  { path }: Pick<Rule, "path">,
  original: unknown,
): Completed {
  let message = original;
  let pointer = "";
  let place: Schema = schema;
  const keys = [...path];
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    const held = place[key];
    const value = valueAt(message, pointer);
    if (key === "properties" || key === "anyOf" || key === "oneOf") {
      const name = keys.shift() ?? "";
      place = (held as Record<string, Schema>)[name] ?? {};
      if (key === "properties") pointer += `/${pointerStep(name)}`;
    } else {
      place = isSchema(held) ? held : {};
      const name = Array.isArray(value) ? "0" : (Object.keys(value ?? {})[0] ?? "name");
      pointer += `/${pointerStep(name)}`;
    }
    const found = valueAt(message, pointer);
    const isUnion = key === "anyOf" || key === "oneOf";
    if (found === undefined || (isUnion && !accepts(place, found)))
      message = withValue(message, pointer, instanceOf(place, found));
  }
  return { message, pointer, isUnchanged: message === original };
}
