import { mapSubschemas, type Schema } from "../json-schema/json-schema.ts";
import { pointerNames } from "../pointer.ts";
import type { MessageSchemas } from "./message-schemas.ts";

/**
 * Expands `messages.json` of a very large contract. There, a position names a file by its index in `files`, and a response that
 * occurred before is a reference. Other contracts are returned as they are.
 *
 * @example
 * wholeMessages({ ...schemas, files: ["main.tsp"], messages: { "request find": { "x-position": "0:3:1" } } });
 * // messages: { "request find": { "x-position": "main.tsp:3:1" } }
 */
export function wholeMessages(schemas: MessageSchemas): MessageSchemas {
  const { files, messages, $defs, ...rest } = schemas;
  if (!files) return schemas;
  const known = whole.get(schemas);
  if (known) return known;
  const changed = mapPositions({ messages, $defs }, (position) => {
    const [file = "", ...place] = position.split(":");
    return [files[Number(file)] ?? file, ...place].join(":");
  });
  const found: MessageSchemas = {
    ...rest,
    messages: Object.fromEntries(
      Object.entries(changed.messages).map(([name, { $ref }]) => {
        const first = $ref?.startsWith(messagePrefix) ? $ref.slice(messagePrefix.length) : name;
        return [name, changed.messages[first] ?? {}];
      }),
    ),
    $defs: changed.$defs,
  };
  whole.set(schemas, found);
  return found;
}

const whole = new WeakMap<MessageSchemas, MessageSchemas>();

/** Makes the short form for very large contracts, of about half the size. */
export function shortMessages({ messages, $defs, ...rest }: MessageSchemas): MessageSchemas {
  const files = new Map<string, number>();
  const changed = mapPositions({ messages, $defs }, (position) => {
    const [, file = "", place = ""] = /^(.*)(:\d+:\d+)$/.exec(position) ?? [];
    const index = files.get(file) ?? files.size;
    files.set(file, index);
    return `${index}${place}`;
  });
  const first = new Map<string, string>();
  const short = Object.entries(changed.messages).map(([name, schema]): [string, Schema] => {
    const text = JSON.stringify(schema);
    const known = first.get(text);
    if (known === undefined) first.set(text, name);
    return [name, known === undefined ? schema : { $ref: messagePrefix + known }];
  });
  return {
    ...rest,
    files: [...files.keys()],
    messages: Object.fromEntries(short),
    $defs: changed.$defs,
  };
}

/** Begins the reference to a message. Names of messages need no escaping in a pointer. */
const messagePrefix = "#/messages/";

type Parts = Pick<MessageSchemas, "messages" | "$defs">;

function mapPositions({ messages, $defs }: Parts, change: (position: string) => string): Parts {
  const inSchemas = (schemas: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(
      Object.entries(schemas).map(([name, schema]) => [name, withPositions(schema, change)]),
    );
  return { messages: inSchemas(messages), $defs: inSchemas($defs) };
}

/**
 * Copies a schema and changes its positions.
 *
 * @param change also gets the names that lead to the place, of a decorator with its keyword
 * @example
 * withPositions({ items: { "x-position": "a.tsp:1:1" } }, (_, steps) => steps.join()); // { items: { "x-position": "items" } }
 */
export function withPositions(
  schema: Schema,
  change: (position: string, steps: readonly string[]) => string,
  steps: readonly string[] = [],
): Schema {
  const { "x-position": position, "x-keyword-positions": keywords } = schema;
  return {
    ...mapSubschemas(schema, (part, inside) =>
      withPositions(part, change, [...steps, ...pointerNames(`/${inside}`)]),
    ),
    ...(position !== undefined && { "x-position": change(position, steps) }),
    ...(keywords && {
      "x-keyword-positions": Object.fromEntries(
        Object.entries(keywords).map(([keyword, value]) => [
          keyword,
          change(value, [...steps, keyword]),
        ]),
      ),
    }),
  };
}
