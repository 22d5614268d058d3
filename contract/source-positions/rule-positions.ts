import { isSchema, type Schema } from "../json-schema/json-schema.ts";
import { isContainer, ownValue } from "../json.ts";
import type { MessageSchemas } from "../messages-file/message-schemas.ts";
import { wholeMessages } from "../messages-file/whole-messages.ts";
import type { SourcePosition } from "../operation.ts";
import { pointerNames } from "../pointer.ts";

/** Finds the TypeSpec position of a broken rule. */
export type RulePositions = (rule: string) => SourcePosition | undefined;

/**
 * The position of the decorator that became a rule's keyword, or the nearest position around it.
 *
 * @param rule path in the compiled schemas, for example `open.Item#/properties/id/maxLength`
 */
export function positionOfRule(schemas: MessageSchemas, rule: string): SourcePosition | undefined {
  const { keyword, around } = lookUp(schemas, rule);
  const nearest = around.findLast((schema) => schema["x-position"] !== undefined);
  return readPosition(nearest?.["x-keyword-positions"]?.[keyword] ?? nearest?.["x-position"]);
}

/** The first position of a decorator that became the keyword at one of the places, or the nearest position. */
export function positionOfKeyword(
  schemas: MessageSchemas,
  places: readonly string[],
  keyword: string,
): SourcePosition | undefined {
  const rules = places.map((place) => `${place}/${keyword}`);
  const decorators = rules.map((rule) => {
    const { place } = lookUp(schemas, rule);
    return readPosition(place?.["x-keyword-positions"]?.[keyword]);
  });
  return (
    decorators.find((decorator) => decorator !== undefined) ??
    rules
      .map((rule) => positionOfRule(schemas, rule))
      .find((sourcePosition) => sourcePosition !== undefined)
  );
}

/** The schema of a rule's keyword, if it exists, and the schemas on the way to it. */
function lookUp(schemas: MessageSchemas, rule: string) {
  const hash = rule.indexOf("#");
  const names = pointerNames(rule.slice(hash + 1));
  const keyword = names.pop() ?? "";
  let found: unknown = schemaNamed(wholeMessages(schemas), rule.slice(0, hash));
  const around = isSchema(found) ? [found] : [];
  for (const name of names) {
    found = isContainer(found) ? ownValue(found, name) : undefined;
    if (isSchema(found)) around.push(found);
  }
  return { keyword, around, place: isSchema(found) ? found : undefined };
}

/** The schema that is compiled under an id: a definition, a message, or a response outside any operation. */
function schemaNamed({ messages, $defs }: MessageSchemas, id: string): Schema | undefined {
  const dot = id.indexOf(".");
  const [first, second] = [id.slice(0, dot), id.slice(dot + 1)];
  switch (first) {
    case "open":
    case "bare":
    case "closed":
      return $defs[second];
    case "refusal":
      return messages[`refusal ${second}`];
    default: {
      // An operation's id may contain dots.
      const last = id.lastIndexOf(".");
      const [operation, message] = [id.slice(0, last), id.slice(last + 1)];
      return messages[
        message === "request" ? `request ${operation}` : `response ${operation} ${message}`
      ];
    }
  }
}

/** Writes a position: `main.tsp:3:1`. */
export function writePosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** Reads a position; undefined if the text is not one. */
export function readPosition(text = ""): SourcePosition | undefined {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}
