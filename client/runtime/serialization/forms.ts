import {
  formEntries,
  isObject,
  type BodyContent,
  type FormField,
} from "@contract-toolkit/contract";
import type { SentBody } from "./codecs.ts";

/** Sends forms with or without files: the option `forms` of a client. */
export const forms = {
  /** @throws {TypeError} if the value is not a form, or a required list is empty: it would arrive as missing */
  toSend(content: BodyContent, value: unknown): SentBody {
    for (const [name, items] of Object.entries(value ?? {}))
      if (content.fields?.[name]?.required && Array.isArray(items) && items.length === 0)
        throw new TypeError(`${name} must not be empty`);
    return content.kind === "form"
      ? new URLSearchParams(formEntries(value)).toString()
      : encodeFormData(content, value);
  },
};

function encodeFormData({ fields = {} }: BodyContent, value: unknown): FormData {
  if (!isObject(value)) throw new TypeError("a form must be an object");
  const form = new FormData();
  for (const [name, given] of Object.entries(value)) {
    const field = fields[name];
    const items: unknown[] = field?.list && Array.isArray(given) ? given : [given];
    for (const item of items) if (item != null) append(form, field, name, item);
  }
  return form;
}

function append(form: FormData, field: FormField | undefined, name: string, value: unknown): void {
  if (field?.type === "file") form.append(name, makeFormFile(field, value));
  else if (field?.type === "json")
    form.append(name, new Blob([JSON.stringify(value)], { type: "application/json" }));
  else form.append(name, typeof value === "string" ? value : JSON.stringify(value));
}

function makeFormFile(
  { contentTypes: [type] = ["application/octet-stream"] }: FormField,
  value: unknown,
): Blob {
  if (value instanceof Blob) return value;
  if (value instanceof Uint8Array) return new Blob([value.slice()], { type: type ?? "" });
  throw new TypeError("a file must be a Blob, a File or a Uint8Array");
}
