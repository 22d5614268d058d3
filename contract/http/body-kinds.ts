import type { BodyContent, BodyContents, BodyKind } from "../operation.ts";
import { isBinaryType, isEventsType, isJsonType, mediaTypeOf } from "./media-type.ts";

/** The kind of a body. A stream of events or items without a documented type is read as bytes. */
export function bodyKindOf({ contentType, kind }: BodyContent): BodyKind {
  if (kind) return kind;
  // The most frequent type, and this runs for every body.
  if (contentType === "application/json") return "json";
  const type = mediaTypeOf(contentType);
  if (isJsonType(type)) return "json";
  if (isEventsType(type)) return "bytes";
  if (type === formType) return "form";
  if (type.startsWith("multipart/")) return "parts";
  return isBinaryType(type) ? "bytes" : "text";
}

/** Whether a handler gets a body of this kind before all of it has arrived. */
export function isStreamed(kind: BodyKind): boolean {
  return kind === "bytes" || kind === "parts" || kind === "events";
}

/** The type of forms without files. */
export const formType = "application/x-www-form-urlencoded";

/** All contents of a body. The first is sent by default. */
export function contentsOf(documented: Partial<BodyContents> | undefined): readonly BodyContent[] {
  if (documented?.contentType === undefined) return [];
  const { contentType, others = [], ...first } = documented;
  return [{ ...first, contentType }, ...others];
}

/**
 * The content of a body that a Content-Type names, ignoring its parameters. Without a Content-Type, the first.
 *
 * @returns undefined if the content is not documented, or the message has no body
 * @example
 * findBodyContent({ contentType: "application/json", others: [{ contentType: "text/csv" }] }, "Text/CSV; charset=utf-8");
 * // { contentType: "text/csv" }
 */
export function findBodyContent(
  documented: Partial<BodyContents> | undefined,
  contentType?: string | null,
): BodyContent | undefined {
  if (documented?.contentType === undefined) return undefined;
  const first = documented as BodyContents;
  const named = contentType ?? first.contentType;
  if (named === first.contentType) return first;
  const type = mediaTypeOf(named);
  return [first, ...(first.others ?? [])].find((bodyContent) =>
    [type, "*/*"].includes(mediaTypeOf(bodyContent.contentType)),
  );
}

/**
 * The content type as part of a message; nothing if the body can have only one.
 *
 * @param contentType as documented
 */
export function namedType(
  documented: Partial<BodyContents> | undefined,
  contentType: string | undefined,
): { contentType?: string } {
  return documented?.others && contentType !== undefined ? { contentType } : {};
}
