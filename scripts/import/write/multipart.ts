/** The parts of a multipart body. */
import { itemsOf, nodeOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { http } from "../authentication.ts";
import { isBinarySchema } from "../body-types.ts";
import { plainSchema, referredSchema, wholeObject } from "./plain-schema.ts";
import { quoted } from "./texts.ts";
import type { Path, TypeWriter } from "./types.ts";

/** A model expression with a member for each part. A list is a part that may be repeated. */
export function partsOf(writer: TypeWriter, { schema, encoding }: Node, path: Path): string {
  const { document } = writer;
  const form = plainSchema(
    referredSchema(plainSchema(schema, document).schema, document),
    document,
  );
  const { properties, required } = wholeObject(form, document);
  const members = Object.entries(nodeOf(properties)).map(([name, field]) => {
    const plain = plainSchema(
      referredSchema(plainSchema(field, document).schema, document),
      document,
    );
    const isList = plain.schema["type"] === "array";
    const value = isList ? plain.schema["items"] : field;
    const { contentType } = nodeOf(nodeOf(encoding)[name]);
    const part = partOf(writer, value, contentType, [...path, name]);
    return writer.memberOf({
      name,
      schema: field,
      isRequired: itemsOf(required).includes(name),
      path: [...path, name],
      type: isList ? `${part}[]` : part,
    });
  });
  return `{\n${members.map((member) => `${member};\n`).join("")}}`;
}

function partOf(writer: TypeWriter, schema: unknown, contentType: unknown, path: Path): string {
  const isFile = isBinarySchema(schema, writer.document);
  if (isFile) return `${http}.HttpPart<${http}.File>`;
  const type = writer.typeOf(schema, path);
  return typeof contentType === "string"
    ? `${http}.HttpPart<{ @header contentType: ${quoted(contentType)}; @body body: ${type}; }>`
    : `${http}.HttpPart<${type}>`;
}
