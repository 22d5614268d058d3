import { isContainer, isSchema, type Operation, type Schema } from "@contract-toolkit/kernel";
import type { Case } from "../../cases/case.ts";
import { many, structures, type Content } from "./payloads.ts";
import { documentedFieldsIn, put } from "./documented-fields.ts";
import type { Named, RawRequest } from "./probe.ts";

/** Stands in a body for what is put there as text. */
const HERE = "\uE000here\uE000";

/** Probes of a body: every shape at every documented place, and beside what is documented. */
export function bodies(
  { body: documented }: Operation,
  { call }: Case,
  schema: Schema,
  contents: readonly Content[],
  base: () => RawRequest,
): Named[] {
  if (!documented) return [];
  if (!/[/+]json\b/.test(documented.contentType))
    return contents.map(({ name, text }) => [name, (bytes) => ({ ...base(), body: text(bytes) })]);
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const places = documentedFieldsIn(isSchema(properties["body"]) ? properties["body"] : {});
  const objects = places.filter(({ schema: each }) => isSchema(each["properties"]));
  const all = [
    ...places.map(({ keys }) => keys),
    ...objects.map(({ keys }) => [...keys, "undocumented"]),
  ];
  return all.flatMap((keys) => {
    const at = keys.length === 0 ? "all of it" : keys.join(".");
    const item = valueAt(call.body, [...keys, "0"]);
    const shapes = [
      ...contents.map(({ name, text }) => ({
        name,
        text: (bytes: number) => escaped(text, bytes),
      })),
      ...structures,
      ...(item === undefined ? [] : [many(item)]),
    ];
    return shapes.map(({ name, text }): Named => [
      `${at}: ${name}`,
      (bytes) => {
        const plain = base();
        const value: unknown = plain.body === undefined ? {} : JSON.parse(plain.body);
        const around = JSON.stringify(put(value, keys, HERE));
        return { ...plain, body: around.replace(JSON.stringify(HERE), () => text(bytes)) };
      },
    ]);
  });
}

/** A text as JSON of so many bytes, however much longer its escapes are. */
function escaped(text: Content["text"], bytes: number): string {
  const ratio = Buffer.byteLength(JSON.stringify(text(1000))) / 1000;
  return JSON.stringify(text(Math.floor(bytes / Math.max(ratio, 1))));
}

function valueAt(value: unknown, keys: readonly string[]): unknown {
  return keys.reduce<unknown>(
    (inner, key) => (isContainer(inner) && key in inner ? inner[key] : undefined),
    value,
  );
}
