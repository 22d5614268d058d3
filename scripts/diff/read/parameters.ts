import {
  expressionsOf,
  isSchema,
  mediaTypeOf,
  partOfPlace,
  type Schema,
} from "@contract-toolkit/contract";
import { parametersObject } from "@contract-toolkit/contract/field-rules";
import { conjunctsOf } from "@contract-toolkit/contract/schema-algebra";
import {
  nodeOrEmpty,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { impliedPartType, typesOf } from "@contract-toolkit/schemas/documents/form-parts";
import { parameterNodes } from "@contract-toolkit/schemas/documents/references";
import type { FieldStyle } from "../contract-form.ts";
import type { DocumentReader } from "./references.ts";

/** The parameters of an operation. Its own replace those of its path with the same name and location. */
export function mergeParameters(
  reader: DocumentReader,
  path: Node,
  operation: Node,
  template = "",
): Node[] {
  const operators = new Map(
    expressionsOf(template).map(({ name, operator }) => [name, operator] as const),
  );
  return parameterNodes(path, operation, reader.node).map(({ parameter: node }) => {
    if (node["in"] !== "path") return node;
    const operator = operators.get(String(node["name"])) ?? "";
    return {
      ...node,
      // OpenAPI has no style for these operators, and requires every path parameter.
      ...((operator === "/" || operator === "+") && { style: operator }),
      ...(node["x-optional"] === true && { required: false }),
    };
  });
}

/**
 * The parameters of one location, as the schema of an object.
 *
 * @param message the enforced schema of the message; parameters that only the document has, such as credentials, are kept
 */
export function parametersSchema(
  reader: DocumentReader,
  parameters: readonly Node[],
  place: keyof typeof partOfPlace,
  message?: Schema,
): Schema {
  const named = parameters
    .filter((parameter) => parameter["in"] === place && !isIgnored(parameter))
    .map((parameter) => [fieldName(parameter), parameter] as const);
  const documented = parametersObject(named, (node) => readParameterSchema(reader, node));
  const enforced = message?.properties?.[partOfPlace[place]];
  if (!isSchema(enforced)) return documented;
  const { properties = {}, required = [], ...rules } = reader.schema(enforced);
  const nameOfPart = (name: string) => (place === "header" ? name.toLowerCase() : name);
  const own = Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [nameOfPart(name), value] as const),
  );
  return {
    ...rules,
    properties: { ...documented.properties, ...own },
    required: [
      ...(documented.required ?? []).filter((name) => !Object.hasOwn(own, name)),
      ...required.map(nameOfPart),
    ],
  };
}

/** The serialization of each parameter and form field, by location and name. */
export function parameterStyles(
  { schema, resolve }: DocumentReader,
  parameters: readonly Node[],
): Map<string, FieldStyle> {
  return new Map(
    parameters.map((parameter) => {
      const place = String(parameter["in"]);
      const [contentType] = nodesOf(parameter["content"]).map(([type]) => type);
      const isForm = place === "query" || place === "cookie" || place === "body";
      const style =
        contentType ?? stringOrUndefined(parameter["style"]) ?? (isForm ? "form" : "simple");
      const types = typesOf(schema(parameter["schema"]), resolve);
      // A deep object is written in one way only.
      const isOfSeveral =
        contentType === undefined &&
        style !== "deepObject" &&
        (types.has("array") || types.has("object"));
      const isExploded = isOfSeveral
        ? (parameter["explode"] ?? style === "form") === true
        : undefined;
      return [
        `${place} ${fieldName(parameter)}`,
        {
          style,
          isExploded,
          isImplied: parameter["x-implied"] === true,
          allowsEmpty: parameter["allowEmptyValue"] === true,
          allowsReserved: parameter["allowReserved"] === true,
        },
      ];
    }),
  );
}

/** The fields of a form, as parameters. */
export function formFields(reader: DocumentReader, body: Node): Node[] {
  return nodesOf(body["content"]).flatMap(([type, media]) => {
    const isForm = mediaTypeOf(type) === "application/x-www-form-urlencoded";
    if (!isForm && !type.toLowerCase().startsWith("multipart/")) return [];
    return conjunctsOf([reader.schema(media["schema"])], reader.resolve)
      .flatMap(({ properties = {} }) => Object.entries(properties))
      .flatMap(([name, schema]): Node[] => {
        const encoding = nodeOrEmpty(nodeOrEmpty(media["encoding"])[name]);
        const contentType = stringOrUndefined(encoding["contentType"]);
        const implied = isForm ? undefined : impliedPartType(reader.schema(schema), reader.resolve);
        const isImplied = contentType === undefined && implied !== undefined;
        const type = contentType ?? implied;
        const content = type === undefined ? undefined : { [type]: {} };
        return [{ ...encoding, content, schema, name, in: "body", "x-implied": isImplied }];
      });
  });
}

function readParameterSchema(reader: DocumentReader, parameter: Node): Schema {
  const [, media = {}] = nodesOf(parameter["content"])[0] ?? [];
  const schema = reader.schema(parameter["schema"] ?? media["schema"]);
  const notes = ["deprecated", "x-sunset", "x-stability-level", "content"].filter(
    (keyword) => parameter[keyword] !== undefined,
  );
  if (notes.length === 0) return schema;
  return {
    allOf: [schema],
    ...Object.fromEntries(notes.map((keyword) => [keyword, parameter[keyword]])),
  };
}

/** The name of a parameter or API key. Only names of headers may be written in any case. */
export function fieldName({ name, in: place }: Node): string {
  return place === "header" ? String(name).toLowerCase() : String(name);
}

/** Headers that OpenAPI describes elsewhere (version 3.1, section 4.8.12.1). */
const ignored = ["Accept", "Content-Type", "Authorization"].map((name) => name.toLowerCase());

function isIgnored(parameter: Node): boolean {
  return parameter["in"] === "header" && ignored.includes(fieldName(parameter));
}
