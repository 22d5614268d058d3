import {
  html,
  type Html,
  isSchema,
  type MessageSchemas,
  readPosition,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";

/** The schema in `messages.json` of a schema in the document, with its position; undefined if there is none. */
export type Place = Schema | undefined;

/** The place of a message, or of a part such as `body`. */
export function placeIn({ messages }: MessageSchemas, name: string, ...parts: string[]): Place {
  let place: Place = messages[name];
  for (const part of parts) {
    const inside = place?.properties?.[part];
    place = isSchema(inside) ? inside : undefined;
  }
  return place;
}

/** The place of a component, if the schema is a reference. */
export function placeOf({ $defs }: MessageSchemas, schema: Schema): Place {
  const name = referredName(schema);
  return name === undefined ? undefined : $defs[name];
}

/** The place of a field or of the items of a schema. The place itself is searched before its component. */
export function stepInto(
  messages: MessageSchemas,
  place: Place,
  schema: Schema,
  keyword: "properties" | "items",
  name?: string,
): Place {
  const target = place && (placeOf(messages, place) ?? place);
  const found = name === undefined ? target?.[keyword] : target?.properties?.[name];
  return isSchema(found) ? found : placeOf(messages, schema);
}

/** The TypeSpec file and line of a place. */
export function lineOf(place: Place): Html | undefined {
  const position = readPosition(place?.["x-position"]);
  return position && html`<small class="line">${position.file}:${position.line}</small>`;
}
