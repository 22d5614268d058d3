import { isSchema, referredName, type Schema } from "../json-schema/json-schema.ts";
import { responseName, type MessageSchemas } from "../messages-file/message-schemas.ts";
import { wholeMessages } from "../messages-file/whole-messages.ts";
import type { SourcePosition } from "../operation.ts";
import { pointerNames } from "../pointer.ts";
import { positionOfRule, readPosition } from "./rule-positions.ts";
import type { Violation } from "../validators.ts";

/**
 * The TypeSpec position of what a response breaks: that of the broken rule, or the nearest one around the field if the engine
 * has its own schemas.
 *
 * @param document `messages.json` of the contract
 * @param operationId undefined for a response outside any operation
 */
export function positionOfViolation(
  document: MessageSchemas,
  { pointer, rule }: Violation,
  { operationId, status }: { readonly operationId: string | undefined; readonly status: number },
): SourcePosition | undefined {
  const schemas = wholeMessages(document);
  const found =
    rule === undefined ? undefined : positionOfRule(schemas, ruleOfField(pointer, rule));
  if (found) return found;
  const name = responseName(schemas.messages, operationId, status);
  const position =
    name === undefined ? undefined : nearestPosition(schemas, name, pointerNames(pointer));
  return readPosition(position);
}

/** The rule of a missing field belongs to the field, although `required` stands at the object. */
export function ruleOfField(pointer: string, rule: string): string {
  const field = pointer.slice(pointer.lastIndexOf("/") + 1);
  return rule.replace(/\/required$/, `/properties/${field}/required`);
}

function nearestPosition(
  { messages, $defs }: MessageSchemas,
  name: string,
  names: readonly string[],
): string | undefined {
  const resolved = (schema: Schema | undefined): Schema | undefined => {
    const referred = schema && referredName(schema);
    return referred === undefined ? schema : resolved($defs[referred]);
  };
  let place = messages[name];
  let position = place?.["x-position"];
  for (const name of names) {
    const { properties = {}, items } = resolved(place) ?? {};
    const inside: unknown = Object.hasOwn(properties, name) ? properties[name] : items;
    if (!isSchema(inside)) return position;
    place = inside;
    position = place["x-position"] ?? resolved(place)?.["x-position"] ?? position;
  }
  return position;
}
