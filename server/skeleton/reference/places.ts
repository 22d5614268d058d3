import {
  html,
  type Html,
  isSchema,
  type MessageSchemas,
  readPosition,
  referredName,
  type Schema,
} from "@contract-toolkit/kernel";

/** The schema of `messages.json` that is a schema of the document, with its position; undefined where there is none alike. */
export type Place = Schema | undefined;

/** Where a message, or a part of it such as `body`, is. */
export function placeIn({ messages }: MessageSchemas, name: string, ...parts: string[]): Place {
  let place: Place = messages[name];
  for (const part of parts) {
    const inside = place?.properties?.[part];
    place = isSchema(inside) ? inside : undefined;
  }
  return place;
}

/** Where a component of the document is, if a schema stands for one. */
export function placeOf({ $defs }: MessageSchemas, schema: Schema): Place {
  const name = referredName(schema);
  return name === undefined ? undefined : $defs[name];
}

/** Where a field or the items of a schema are. What is known of the place itself counts before its component. */
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

/** File and line of the TypeSpec that a place comes from. */
export function lineOf(place: Place): Html | undefined {
  const position = readPosition(place?.["x-position"]);
  return position && html`<small class="line">${position.file}:${position.line}</small>`;
}
