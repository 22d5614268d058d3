import {
  bodyKindOf,
  chunksOf,
  contentOf,
  formEntries,
  isObject,
  streamOf,
  type BodyContent,
  type ByteSource,
  type FormField,
  type Operation,
} from "@contract-toolkit/kernel";

/** What `fetch` sends. */
export type SentBody =
  | string
  | Uint8Array<ArrayBuffer>
  | Blob
  | FormData
  | ReadableStream<Uint8Array>;

/**
 * Writes a body as its content says.
 *
 * @param contentType one of the operation's; undefined: its first
 * @throws {TypeError} for a content type that the operation does not take, or a value that cannot be written so.
 */
export function bodyToSend(
  documented: Operation["body"],
  contentType: string | undefined,
  value: unknown,
): SentBody {
  const content = contentOf(documented, contentType);
  if (!content) throw new TypeError(`the operation takes no ${contentType ?? "body"}`);
  switch (bodyKindOf(content)) {
    case "bytes":
      return bytesToSend(value);
    case "form":
      return new URLSearchParams(formEntries(value)).toString();
    case "parts":
      return formToSend(content, value);
    case "text":
      if (typeof value !== "string") throw new TypeError("a text has to be a string");
      return value;
    default:
      return JSON.stringify(value);
  }
}

function bytesToSend(value: unknown): SentBody {
  // A copy, since what is sent may not be memory that is shared.
  if (value instanceof Uint8Array) return value.slice();
  if (value instanceof Blob || value instanceof ReadableStream) return value;
  if (isObject(value) && Symbol.asyncIterator in value)
    return streamOf(chunksOf(value as unknown as ByteSource));
  throw new TypeError("bytes have to be a Uint8Array, a Blob or a stream");
}

function formToSend({ fields = {} }: BodyContent, value: unknown): FormData {
  if (!isObject(value)) throw new TypeError("a form has to be an object");
  const form = new FormData();
  for (const [name, given] of Object.entries(value)) {
    const field = fields[name];
    const items: unknown[] = field?.list && Array.isArray(given) ? given : [given];
    for (const item of items) if (item !== undefined) append(form, field, name, item);
  }
  return form;
}

function append(form: FormData, field: FormField | undefined, name: string, value: unknown): void {
  if (field?.type === "file") form.append(name, fileOf(field, value));
  else if (field?.type === "json")
    form.append(name, new Blob([JSON.stringify(value)], { type: "application/json" }));
  else form.append(name, typeof value === "string" ? value : JSON.stringify(value));
}

function fileOf(
  { contentTypes: [type] = ["application/octet-stream"] }: FormField,
  value: unknown,
): Blob {
  if (value instanceof Blob) return value;
  if (value instanceof Uint8Array) return new Blob([value.slice()], { type: type ?? "" });
  throw new TypeError("a file has to be a Blob, a File or a Uint8Array");
}
