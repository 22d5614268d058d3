/** The parts of a multipart body. */
import { itemsOrEmpty, nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { http } from "./authentication.ts";
import { isBinarySchema } from "../fixes/body-types.ts";
import type { Path } from "../fixes/names.ts";
import { resolvedPlain, wholeObject } from "../plain-schema.ts";
import { typeSpecString } from "./texts.ts";
import type { TypeWriter } from "./types.ts";

/** A model expression with a member for each part. A list is a part that may be repeated. */
export function writeMultipartModel(
  writer: TypeWriter,
  { schema, encoding }: Node,
  path: Path,
): string {
  const { document } = writer;
  const { properties, required } = wholeObject(resolvedPlain(schema, document));
  const members = Object.entries(nodeOrEmpty(properties)).map(([name, field]) => {
    const { type, items } = resolvedPlain(field, document).schema;
    const isList = type === "array";
    const value = isList ? items : field;
    const { contentType } = nodeOrEmpty(nodeOrEmpty(encoding)[name]);
    const part = writeMultipartPart(writer, value, contentType, [...path, name]);
    return writer.memberOf({
      name,
      schema: field,
      isRequired: itemsOrEmpty(required).includes(name),
      path: [...path, name],
      type: isList ? `${part}[]` : part,
    });
  });
  return `{\n${members.map((member) => `${member};\n`).join("")}}`;
}

function writeMultipartPart(
  writer: TypeWriter,
  schema: unknown,
  contentType: unknown,
  path: Path,
): string {
  const isFile = isBinarySchema(schema, writer.document);
  if (isFile) return `${http}.HttpPart<${http}.File>`;
  const type = writer.typeOf(schema, path);
  return typeof contentType === "string"
    ? `${http}.HttpPart<{ @header contentType: ${typeSpecString(contentType)}; @body body: ${type}; }>`
    : `${http}.HttpPart<${type}>`;
}
