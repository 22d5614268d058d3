import {
  encodingFormats,
  isSchema,
  mapSubschemas,
  type OpenApiDocument,
  schemaProperties,
  referredName,
  type Schema,
  writePosition,
} from "@contract-toolkit/contract";
import { withFieldRules } from "@contract-toolkit/contract/field-rules";
import { isMetaDataKeyword } from "@contract-toolkit/contract/schema-algebra";
import { byDiscriminator } from "@contract-toolkit/schemas/message-schemas/discriminators";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";
import { sourceExtension, type Source } from "../source-positions.ts";
import { withNumberRange } from "./number-ranges.ts";
import { patternReason } from "../program-mutations/pattern-reasons.ts";

/**
 * Returns a function that turns an emitted schema into JSON Schema 2020-12. Inheritance is flattened, field rules
 * become keywords of the object, discriminated unions are validated by the branch that the discriminator names. Only
 * annotations that are reported or looked up stay: positions, codes and messages.
 */
export function schemaTranslator(document: OpenApiDocument): (schema: Schema) => Schema {
  const flattenInheritance = flattener(document);

  const translate = (schema: Schema): Schema => {
    const flat = withNumberRange(flattenInheritance(schema));
    const name = referredName(flat);
    const translated: Schema = {
      ...withoutUselessDefaults(mapSubschemas(flat, translate)),
      ...(name !== undefined && { $ref: defsReference(name) }),
      ...formatOfEncoding(flat),
    };
    const whole = withFieldRules(translated, schemaProperties(flat));
    return annotated(
      byDiscriminator(lengthFirst(whole), (component) => ({ $ref: defsReference(component) })),
    );
  };
  return translate;
}

/** A property may have another encoding than its scalar, which the emitter writes as its format. */
function formatOfEncoding({ contentEncoding, format: own }: Schema): Schema {
  const format = own ?? encodingFormats.get(contentEncoding);
  return format === undefined ? {} : { format };
}

/** The reference to the schema of a component. */
export function defsReference(component: string): string {
  return `#/$defs/${component}`;
}

/** Flattens the `allOf` of derived models, because refusing undocumented fields needs all properties at once. */
function flattener(document: OpenApiDocument): (schema: Schema) => Schema {
  // A base model is part of every model below it.
  const known = new Map<Schema, Schema>();

  const flatten = (schema: Schema): Schema => {
    if (!Array.isArray(schema.allOf)) return schema;
    const found = known.get(schema);
    if (found) return found;
    const { allOf, ...own } = schema;
    const flat = [...(allOf as Schema[]), own].reduce<Schema>(
      (merged, part) => mergeSchemaPair(merged, flatten(resolveSchema(document, part))),
      {},
    );
    known.set(schema, flat);
    return flat;
  };
  return flatten;
}

function mergeSchemaPair(left: Schema, right: Schema): Schema {
  return {
    ...left,
    ...right,
    ...(left.properties || right.properties
      ? { properties: { ...left.properties, ...right.properties } }
      : {}),
    ...(left.required || right.required
      ? { required: [...new Set([...(left.required ?? []), ...(right.required ?? [])])] }
      : {}),
  };
}

/** Removes defaults of required properties, which are never filled in. */
function withoutUselessDefaults(schema: Schema): Schema {
  const { properties, required = [] } = schema;
  if (!properties) return schema;
  return {
    ...schema,
    properties: Object.fromEntries(
      Object.entries(properties).map(([name, property]) => [
        name,
        isSchema(property) && required.includes(name) ? withoutDefault(property) : property,
      ]),
    ),
  };
}

function withoutDefault({ default: _, ...schema }: Schema): Schema {
  return schema;
}

/** Skips the items of a list that is too long: reporting each of thousands takes longer than all the rest. */
function lengthFirst(schema: Schema): Schema {
  const { maxItems, items, uniqueItems, ...rest } = schema;
  if (maxItems === undefined || items === undefined) return schema;
  // The check of repeated items depends on their type, so the two keywords stay together.
  const then = { items, ...(uniqueItems !== undefined && { uniqueItems }) };
  return { ...rest, maxItems, if: { maxItems }, then };
}

/** Writes positions as strings, and removes descriptions and most extensions. */
function annotated(schema: Schema): Schema {
  const source = schema[sourceExtension] as Source | undefined;
  const kept = Object.entries(schema).filter(
    ([keyword]) => !isMetaDataKeyword(keyword) || lookedUp.has(keyword),
  );
  return { ...Object.fromEntries(kept), ...(source && positionsOf(source)) };
}

/** What validators read. */
const lookedUp: ReadonlySet<string> = new Set([
  "default",
  "x-bounds-code",
  "x-content-schema",
  patternReason,
]);

function positionsOf({ keywords = {}, ...position }: Source): Schema {
  const written = Object.entries(keywords).map(
    ([name, sourcePosition]) => [name, writePosition(sourcePosition)] as const,
  );
  return {
    "x-position": writePosition(position),
    ...(written.length > 0 && { "x-keyword-positions": Object.fromEntries(written) }),
  };
}
