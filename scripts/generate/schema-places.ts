import { isSchema, pointerStep, type Schema } from "contract-kernel";
import { sourceExtension, type Source } from "./source-positions.ts";
import { mapSubschemas } from "./validation/schemas.ts";
import type { Service } from "./service.ts";
import type { Schemas } from "./validation/validators.ts";

/** What is known of the places of compiled schemas, by schema path without the keyword (`open.Item#/properties/id`). */
export interface SchemaPlaces {
  /** Where the TypeSpec of the place is, and of its keywords. */
  readonly sources: Readonly<Record<string, Source>>;
  /** Error code of a value outside its bounds (`@boundsCode`). */
  readonly boundsCodes: Readonly<Record<string, number>>;
}

/**
 * Walks compiled schemas and collects what their places carry. A message without a position has that of its model when
 * it is an answer, which operations share, or else its operation's.
 */
export function schemaPlaces(service: Service, schemas: Schemas): SchemaPlaces {
  const sources: Record<string, Source> = {};
  const boundsCodes: Record<string, number> = {};
  const operations = new Map(
    service.operations.map(({ operation }) => [operation.id, operation.source]),
  );

  const visit = (schema: Schema, place: string) => {
    const source = schema[sourceExtension];
    if (source) sources[place] = source as Source;
    if (typeof schema["x-bounds-code"] === "number") boundsCodes[place] = schema["x-bounds-code"];
    for (const [step, subschema] of subschemas(schema)) visit(subschema, `${place}/${step}`);
  };
  for (const [id, schema] of schemas) {
    visit(schema, `${id}#`);
    const [operation = "", message] = id.split(".");
    const source =
      (message === "request" ? undefined : sources[bodyPlace(schema)]) ?? operations.get(operation);
    if (source) sources[`${id}#`] ??= source;
  }
  return { sources, boundsCodes };
}

/** Place of the model that a message has for its body. */
function bodyPlace({ properties }: Schema): string {
  const body = isSchema(properties) ? properties["body"] : undefined;
  return isSchema(body) ? `${String(body.$ref)}#` : "";
}

/** Direct subschemas with the JSON pointer steps to them. */
function subschemas(schema: Schema): [string, Schema][] {
  const found: [string, Schema][] = [];
  for (const [keyword, value] of Object.entries(mapSubschemas(schema, (each) => each))) {
    if (keyword === "properties" && isSchema(value)) {
      for (const [name, each] of Object.entries(value)) {
        if (isSchema(each)) found.push([`properties/${pointerStep(name)}`, each]);
      }
    } else if (Array.isArray(value)) {
      value.forEach((each: unknown, index) => {
        if (isSchema(each)) found.push([`${keyword}/${index}`, each]);
      });
    } else if (isSchema(value) && !keyword.startsWith("x-") && keyword !== "default") {
      found.push([keyword, value]);
    }
  }
  return found;
}
