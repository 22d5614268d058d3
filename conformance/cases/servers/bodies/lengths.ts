import type { RawBody, RawForm } from "../raw-form.ts";
import type { BodyTable } from "./body-table.ts";

export function addLengths(table: BodyTable): void {
  addEmpty(table);
  const { context, kind, add, refused } = table;
  const { bodyLimitBytes, uploadLimitBytes } = context.decisions;
  const limit = kind === "parts" || kind === "bytes" ? uploadLimitBytes : bodyLimitBytes;
  if (limit === undefined) return;
  const padding = paddingOf(table);
  const long = (paddedToBytes: number): RawForm => ({
    body: { text: "{body}", ...padding, paddedToBytes },
  });
  const inChunks = (bytes: number): RawForm => ({ ...long(bytes), chunkBytes: 16_384 });
  if (padding)
    add("RFC 9110, section 8.6", "as-sample", [
      ["longest", "the longest body", long(limit)],
      ["longest in chunks", "the longest body, in chunks", inChunks(limit)],
      ["one byte less", "a body one byte shorter than the longest", long(limit - 1)],
      ["one byte less in chunks", "the same, in chunks", inChunks(limit - 1)],
    ]);
  // Without padding, the long body also violates its schema.
  add("RFC 9110, section 15.5.14", refused(padding ? [413] : [413, 400, 422]), [
    ["one byte more", "a body one byte longer than the longest", long(limit + 1)],
    ["one byte more in chunks", "the same, in chunks", inChunks(limit + 1)],
    ["twice as long in chunks", "twice the longest, in chunks", inChunks(limit * 2)],
  ]);
}

function addEmpty({ context, base, kind, add, refused }: BodyTable): void {
  const isForm = kind === "form" || kind === "parts";
  // Texts, files and forms may be empty.
  const isRefused = kind === "json" || (isForm && !context.allows({ ...base.request, body: {} }));
  if (context.operation.body?.required !== true || !isRefused) return;
  add("RFC 9110, section 8.6", refused([400, 422, 411, 415]), [
    ["empty", "no body", { body: { text: "" } }],
    ["empty in chunks", "no body, in chunks", { body: { text: "" }, chunkBytes: 10 }],
    ["spaces only", "a body of spaces", { body: { text: "  \n" } }],
  ]);
}

/** Padding that does not change the meaning of a body; undefined if there is none. */
function paddingOf({ context, base, kind }: BodyTable): Partial<RawBody> | undefined {
  // RFC 2046, section 5.1.1: text after the last boundary is ignored.
  if (kind === "json" || kind === "parts") return {};
  const body = { ...(base.request.body as object), undocumented: "x" };
  return kind === "form" && context.allows({ ...base.request, body })
    ? { text: "{body}&undocumented=", paddedWith: "x" }
    : undefined;
}
