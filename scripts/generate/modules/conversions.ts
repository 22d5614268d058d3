import {
  isSchema,
  partOfPlace,
  referredName,
  type Conversion,
  type Conversions,
  type ConvertedFormat,
  type OperationConversions,
  type Paging,
  type Schema,
} from "@contract-toolkit/contract";
import { banner } from "./banner.ts";
import {
  bodySchemaOf,
  type ContentSchemas,
  type Service,
  type ServiceOperation,
  type ServiceResponse,
} from "../service-model/service.ts";

/**
 * The module that tells where messages have date-times and 64-bit integers, with its declaration. They have the same text, because JSON is
 * the type of its value. A contract without such values has neither.
 */
export function conversionsFiles({ documents, operations }: Service): [string, string][] {
  const { schemas = {} } = documents.annotated.components ?? {};
  const reader = readComponents(schemas);
  const converted = operations.flatMap((operation): [string, OperationConversions][] => {
    const conversions = operationConversions(operation, reader);
    return Object.keys(conversions).length > 0 ? [[operation.operation.id, conversions]] : [];
  });
  if (converted.length === 0) return [];
  const conversions: Conversions = {
    components: Object.fromEntries(reader.components),
    operations: Object.fromEntries(converted),
  };
  const text = JSON.stringify(conversions, null, 2);
  const types = `import type { Operations } from "./operations.js";\n\n`;
  const declared = `export declare const conversions: { readonly types?: Operations } & `;
  return [
    ["conversions.js", `${banner("js")}export const conversions = ${text};\n`],
    ["conversions.d.ts", `${banner("ts")}${types}${declared}${text};\n`],
  ];
}

/** The components of a document, and what is known of them. */
interface Reader {
  readonly schemas: Readonly<Record<string, Schema>>;
  /** Those that have something to convert. */
  readonly components: ReadonlyMap<string, Conversion>;
  /** The variants of unions that convert the same place of a value in several ways. */
  readonly unclear: Set<readonly Schema[]>;
  /** Set while a union is judged: a variant may contain the union itself. */
  readonly isJudging?: boolean;
}

/** A component may contain one that is found later, or itself, so all are read until no more is found. */
function readComponents(schemas: Reader["schemas"]): Reader {
  const components = new Map<string, Conversion>();
  const unclear: Reader["unclear"] = new Set();
  for (let before = -1; before < components.size + unclear.size;) {
    before = components.size + unclear.size;
    const reader = { schemas, components: new Map(components), unclear };
    for (const [name, schema] of Object.entries(schemas)) {
      const conversion = conversionOf(schema, reader);
      if (conversion) components.set(name, conversion);
    }
  }
  return { schemas, components, unclear };
}

function operationConversions(
  { operation, parameters, bodySchemas, responses }: ServiceOperation,
  reader: Reader,
): OperationConversions {
  const parts = Object.entries(partOfPlace).map(
    ([place, part]): [string, Conversion | undefined] => {
      const own = parameters.filter((parameter) => parameter.in === place);
      return [
        part,
        fieldsOf(
          own.map(({ name, schema }) => [name, schema]),
          reader,
        ),
      ];
    },
  );
  const request = fieldsFrom([...parts, ["body", bodyOf(bodySchemas, reader)]]);
  const bodies = responses.map(({ status, bodySchemas: own }): [string, Conversion | undefined] => [
    String(status),
    bodyOf(own, reader),
  ]);
  const hasRange = bodies.some(([status, conversion]) => conversion && !/^\d+$/.test(status));
  // A status without anything to convert is not that of its range.
  const byStatus = definedOf(
    hasRange ? bodies.map(([status, conversion = nothing]) => [status, conversion]) : bodies,
  );
  const [success] = responses.filter(({ status }) => String(status).startsWith("2"));
  const item = operation.paging && success && itemOf(operation.paging, success, reader);
  return {
    ...(request && { request }),
    ...(byStatus && { responses: byStatus }),
    ...(item && { item }),
  };
}

const nothing: Conversion = { fields: {} };

function itemOf(
  { items }: Paging,
  { bodySchemas }: ServiceResponse,
  reader: Reader,
): Conversion | undefined {
  const resolve = (schema: Schema | undefined): Schema => {
    const name = schema && referredName(schema);
    return (name === undefined ? schema : reader.schemas[name]) ?? {};
  };
  const list = items.reduce(
    (schema, name) => {
      const field = resolve(schema).properties?.[name];
      return isSchema(field) ? field : {};
    },
    bodySchemaOf(bodySchemas) ?? {},
  );
  const { items: item } = resolve(list);
  return isSchema(item) ? conversionOf(item, reader) : undefined;
}

function bodyOf(contents: ContentSchemas, reader: Reader): Conversion | undefined {
  return unionOf([...contents.values()], reader);
}

/** How a value of a schema is converted; undefined if nothing in it is. */
function conversionOf(schema: Schema, reader: Reader): Conversion | undefined {
  const name = referredName(schema);
  if (name !== undefined) return reader.components.has(name) ? { component: name } : undefined;
  const { items, properties = {}, allOf = [], anyOf, oneOf } = schema;
  const inItems = partOf(items, reader);
  const others = partOf(otherFields(schema), reader);
  const fields = fieldsOf(Object.entries(properties), reader);
  return together([
    formatOf(schema),
    inItems && { items: inItems },
    others ? { fields: {}, ...fields, others } : fields,
    ...allOf.map((part) => conversionOf(part, reader)),
    unionOf(anyOf ?? oneOf ?? [], reader),
  ]);
}

function partOf(part: unknown, reader: Reader): Conversion | undefined {
  return isSchema(part) ? conversionOf(part, reader) : undefined;
}

/** The schema of all other fields, in OpenAPI 3.0 or 3.1. */
function otherFields({ additionalProperties, unevaluatedProperties }: Schema): unknown {
  return additionalProperties ?? unevaluatedProperties;
}

function formatOf({ type, format }: Schema): ConvertedFormat | undefined {
  const isInteger = format === "int64" || format === "uint64";
  if (type === "integer") return isInteger ? "int64" : format === "unixtime" ? format : undefined;
  if (type !== "string") return undefined;
  return isInteger ? "int64-text" : formatsOfTexts.find((name) => name === format);
}

const formatsOfTexts = ["date-time", "http-date"] as const;

function fieldsOf(fields: readonly (readonly [string, unknown])[], reader: Reader) {
  return fieldsFrom(fields.map(([name, schema]) => [name, partOf(schema, reader)]));
}

function fieldsFrom(fields: readonly (readonly [string, Conversion | undefined])[]) {
  const defined = definedOf(fields);
  return defined && { fields: defined };
}

function definedOf(fields: readonly (readonly [string, Conversion | undefined])[]) {
  const defined = fields.filter((field): field is [string, Conversion] => field[1] !== undefined);
  return defined.length > 0 ? Object.fromEntries(defined) : undefined;
}

function together(conversions: readonly (Conversion | undefined)[]): Conversion | undefined {
  const texts = new Set(conversions.flatMap((item) => (item ? JSON.stringify(item) : [])));
  const all = [...texts].map((text) => JSON.parse(text) as Conversion);
  return all.length > 1 ? { all } : all[0];
}

function unionOf(variants: readonly Schema[], reader: Reader): Conversion | undefined {
  const all = together(variants.map((variant) => conversionOf(variant, reader)));
  if (all && !reader.isJudging && !isClear(variants, { ...reader, isJudging: true }))
    reader.unclear.add(variants);
  return all && (reader.unclear.has(variants) ? { maybe: all } : all);
}

/** Whether every variant converts what is in the same place of a value in the same way. */
function isClear(variants: readonly Schema[], reader: Reader): boolean {
  const places = variants.flatMap((variant) => [...new Set(placesOf(variant, reader))]);
  const known = new Map<string, string>();
  return places.every((text) => {
    const [place = "", conversion = ""] = text.split("\n");
    const former = known.get(place) ?? conversion;
    known.set(place, former);
    return former === conversion;
  });
}

/** Lines of a place in a value and how the value there is converted. Places are types of the value itself, items and fields. */
function placesOf(schema: Schema, reader: Reader, above: readonly string[] = []): string[] {
  const name = referredName(schema);
  if (name !== undefined) {
    const { [name]: component = {} } = reader.schemas;
    return above.includes(name) ? [] : placesOf(component, reader, [...above, name]);
  }
  const { type, items, properties, allOf = [], anyOf, oneOf } = schema;
  const line = (place: string, part: unknown) =>
    `${place}\n${JSON.stringify(partOf(part, reader) ?? "")}`;
  const own = type === "integer" ? "number" : type;
  return [
    `type ${String(own)}\n${formatOf(schema) ?? ""}`,
    ...(items ? [line("items", items)] : []),
    // The fields of one variant are among the other fields of another.
    ...(type === "object" ? [line("others", otherFields(schema))] : []),
    ...Object.entries(properties ?? {}).map(([field, part]) => line(`field ${field}`, part)),
    ...[...allOf, ...(anyOf ?? oneOf ?? [])].flatMap((part) => placesOf(part, reader, above)),
  ];
}
