import { type Schema, valueAt, withoutValue, withValue } from "@contract-toolkit/contract";
import { rulesOfValue } from "../rules.ts";
import { type Rule } from "../rule.ts";
import { instanceOf } from "../../message-generator/value.ts";
import { boundaryValuesOf, type Proposal } from "./boundary-values.ts";
import { siblingPointer } from "./keep-comparisons.ts";

/**
 * Makes messages with boundary values at one place and at the fields and items directly in it. For each rule, valid values come
 * first. The caller must validate the messages.
 *
 * @param pointer JSON pointer of the place
 * @param schema of the place, without references
 * @example
 * [...messagesAt({ name: "a" }, "/name", { type: "string", maxLength: 2 })]; // { name: "aa" }, { name: "aaa" }, …
 */
export function* messagesAt(message: unknown, pointer: string, schema: Schema): Iterable<unknown> {
  for (const rule of rulesOfValue(schema)) {
    const place = pointerOfRule(rule, pointer, message);
    if (place === undefined) continue;
    const present = valueAt(message, place) ?? instanceOf(rule.schema);
    const values = boundaryValuesOf(rule, present, siblingOf(rule, message, place));
    for (const proposal of values.flatMap(({ proposals }) => proposals))
      yield proposed(message, place, present, proposal);
  }
}

/** The pointer of a rule, unless it is more than one level deep. */
function pointerOfRule({ place }: Rule, pointer: string, message: unknown): string | undefined {
  if (place.split("/").length > 2) return undefined;
  const inside = valueAt(message, pointer);
  const [first = "name"] = Object.keys(inside ?? {});
  return pointer + place.replace("[]", "0").replace("{}", first);
}

function siblingOf({ sibling }: Rule, message: unknown, place: string): unknown {
  if (!sibling) return undefined;
  return valueAt(message, siblingPointer(place, sibling.name)) ?? instanceOf(sibling.schema);
}

function proposed(message: unknown, place: string, present: unknown, proposal: Proposal): unknown {
  if (proposal === "remove") return place === "" ? undefined : withoutValue(message, place);
  const value = proposal === "keep" ? present : proposal.value;
  return place === "" ? value : withValue(message, place, value);
}
