import type { BodyContent, BodyContents } from "../operation.ts";
import { isBinaryType, isJsonType, mediaTypeOf } from "./media-type.ts";

/**
 * How a body is read and written: `json` and `text` as a whole, `form` as a whole with its fields, `bytes`, `parts` and `events`
 * as streams.
 */
export type BodyKind = "json" | "text" | "form" | "bytes" | "parts" | "events";

/** How a body of a content is read and written. A stream of events of no documented type is one of bytes. */
export function bodyKindOf({ contentType, kind }: BodyContent): BodyKind {
  if (kind) return kind;
  // By far the most bodies, and this is asked for each of them.
  if (contentType === "application/json") return "json";
  const type = mediaTypeOf(contentType);
  if (isJsonType(type)) return "json";
  if (type === eventStreamType) return "bytes";
  if (type === formType) return "form";
  if (type.startsWith("multipart/")) return "parts";
  return isBinaryType(type) ? "bytes" : "text";
}

/** Whether a body of a kind is handed out before all of it has come. */
export function isStreamed(kind: BodyKind): boolean {
  return kind === "bytes" || kind === "parts" || kind === "events";
}

/** Server-sent events (HTML Living Standard, section 9.2). */
export const eventStreamType = "text/event-stream";

/** A form as browsers send one without files. */
export const formType = "application/x-www-form-urlencoded";

/** All contents that a body may have, the one that is sent unless another is chosen first. */
export function contentsOf(documented: Partial<BodyContents> | undefined): readonly BodyContent[] {
  if (documented?.contentType === undefined) return [];
  const { contentType, others = [], ...first } = documented;
  return [{ ...first, contentType }, ...others];
}

/**
 * The content of a body that a Content-Type names, whatever its parameters; the first where none is named.
 *
 * @returns undefined where that content is not documented, or no body is.
 * @example
 * contentOf({ contentType: "application/json", others: [{ contentType: "text/csv" }] }, "Text/CSV; charset=utf-8");
 * // { contentType: "text/csv" }
 */
export function contentOf(
  documented: Partial<BodyContents> | undefined,
  contentType?: string | null,
): BodyContent | undefined {
  if (documented?.contentType === undefined) return undefined;
  const first = documented as BodyContents;
  if (contentType === undefined || contentType === null) return first;
  if (contentType === first.contentType) return first;
  const type = mediaTypeOf(contentType);
  return [first, ...(first.others ?? [])].find((each) => mediaTypeOf(each.contentType) === type);
}

/**
 * What a message says of its content type: nothing where its body can have only one.
 *
 * @param contentType as documented
 */
export function namedType(
  documented: Partial<BodyContents> | undefined,
  contentType: string | undefined,
): { contentType?: string } {
  return documented?.others && contentType !== undefined ? { contentType } : {};
}
