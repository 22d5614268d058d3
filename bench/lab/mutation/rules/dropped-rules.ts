import {
  checkedFormats,
  mapSubschemas,
  pointerStep,
  referredName,
  valueAt,
  withoutValue,
  withValue,
  type MessageSchemas,
  type Schema,
} from "@contract-toolkit/contract";
import { comparisons } from "@contract-toolkit/contract/field-rules";

/** A rule of the schemas of a contract that a server may leave out. */
export interface DroppedRule {
  /** JSON pointer into `messages.json`. */
  readonly pointer: string;
  readonly keyword: string;
  /** The schemas without the rule. */
  readonly apply: (schemas: MessageSchemas) => MessageSchemas;
}

/** Every rule that the requests of an operation must satisfy, also in the components that they refer to. */
export function rulesOfRequest(schemas: MessageSchemas, operation: string): DroppedRule[] {
  const found: DroppedRule[] = [];
  const visited = new Set<string>();
  const start = (pointer: string, schema: Schema | undefined, place: Place) => {
    if (!schema || visited.has(pointer)) return;
    visited.add(pointer);
    visit(pointer, schema, place);
  };
  const visit = (pointer: string, schema: Schema, place: Place) => {
    for (const keyword of Object.keys(schema)) {
      if (keyword === "required") found.push(...requiredFields(pointer, schema, place));
      else if (droppable.has(keyword) && refusesMore(schema, keyword, place))
        found.push(withoutKeyword(pointer, keyword));
    }
    const name = referredName(schema);
    if (name !== undefined) start(`/$defs/${pointerStep(name)}`, schemas.$defs[name], place);
    mapSubschemas(schema, (inside, steps) => {
      // A condition says where a rule applies, such as to bodies of one content type.
      if (!/^(if|properties\/contentType)$/.test(steps))
        visit(`${pointer}/${steps}`, inside, inner(place, steps));
      return inside;
    });
  };
  const message = `request ${operation}`;
  start(`/messages/${pointerStep(message)}`, schemas.messages[message], "message");
  return found;
}

/** `part`: path, query, headers or cookies. `text`: a value in one of them. */
type Place = "message" | "part" | "text" | "body";

function inner(place: Place, steps: string): Place {
  if (place === "message" && steps.startsWith("properties/"))
    return steps === "properties/body" ? "body" : "part";
  return place === "part" ? "text" : place;
}

/** Whether a schema refuses less without a keyword, in any server: other keywords, JavaScript and HTTP refuse values, too. */
function refusesMore(schema: Schema, keyword: string, place: Place): boolean {
  const { [keyword]: value } = schema;
  // The parts of a message are objects, and whether undocumented parameters are refused, no document says.
  if (place === "message" || place === "part") return false;
  if (keyword === "type")
    return (
      schema.enum === undefined &&
      schema.const === undefined &&
      !(place === "text" && value === "string")
    );
  if (keyword === "format") return checkedFormats.has(String(value));
  return !(typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER);
}

/** Keywords that refuse values by themselves. */
const droppable: ReadonlySet<string> = new Set([
  ...["type", "enum", "const", "format", "pattern", "minLength", "maxLength", "multipleOf"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "minItems", "maxItems"],
  ...["uniqueItems", "minProperties", "maxProperties", "additionalProperties"],
  ...["unevaluatedProperties", "propertyNames", "dependentRequired", "not", "anyOf", "oneOf"],
  ...comparisons.map(({ name }) => name),
]);

function withoutKeyword(pointer: string, keyword: string): DroppedRule {
  return {
    pointer,
    keyword,
    apply: (schemas) => withoutValue(schemas, `${pointer}/${keyword}`) as MessageSchemas,
  };
}

function requiredFields(pointer: string, { required = [] }: Schema, place: Place) {
  const isPath = pointer.endsWith("/properties/path");
  return required.flatMap((name): DroppedRule[] => {
    // Nobody can leave out a part of the path, and the other parts of a message are always there.
    if (isPath || (place === "message" && name !== "body")) return [];
    const at = `${pointer}/required`;
    return [
      {
        pointer: `${pointer}/properties/${pointerStep(name)}`,
        keyword: "required",
        apply: (schemas) =>
          withValue(
            schemas,
            at,
            (valueAt(schemas, at) as readonly string[]).filter((text) => text !== name),
          ) as MessageSchemas,
      },
    ];
  });
}
