import { isUtf8 } from "node:buffer";
import {
  type BodyContent,
  type BodyKind,
  bodyKindOf,
  type Violation,
  readForm,
  readXml,
} from "@contract-toolkit/contract/messages";
import { parseExactly, scanJson } from "./json-scan.ts";
import { groupPairs } from "./query.ts";
import { xmlParser } from "./xml-parser.ts";

/** The body of a request, or the reason why it cannot be read. */
export interface Content {
  /** Undefined if there is no body, or it cannot be read. */
  readonly value?: unknown;
  /** Returns the value for handlers, after the value was judged. */
  readonly rounded?: () => unknown;
  readonly violations: readonly Violation[];
}

/** Validators and other readers call themselves for each level. Real JSON has fewer levels. */
export const maxLevels = 64;

/** Decodes the bytes of a body by its content type. */
export function decodeBody(
  bytes: Buffer,
  content: BodyContent,
  kind: BodyKind = bodyKindOf(content),
): Content {
  if (bytes.length === 0) return { violations: [] };
  switch (kind) {
    case "json":
      return isUtf8(bytes) ? decodeJson(bytes.toString("utf8")) : notJson;
    case "form":
      return isUtf8(bytes)
        ? readForm(content.fields ?? {}, groupPairs(bytes.toString("utf8")))
        : unreadableContent("must be a form in UTF-8");
    case "xml":
      return isUtf8(bytes)
        ? readXml(bytes.toString("utf8"), content, xmlParser())
        : unreadableContent("must be XML in UTF-8");
    case "text":
      if (!isUtf8(bytes)) return notText;
      return { value: bytes.toString("utf8"), violations: [] };
    default:
      return { value: bytes, violations: [] };
  }
}

const noViolations: readonly Violation[] = [];

/** Decodes a text as JSON. */
export function decodeJson(text: string): Content {
  const scan = scanJson(text, maxLevels);
  if (scan === "too-deep") return tooDeep;
  try {
    if (scan === "plain") return { value: JSON.parse(text), violations: noViolations };
    return { ...parseExactly(text), violations: noViolations };
  } catch {
    return notJson;
  }
}

const notJson = unreadableContent("must be JSON in UTF-8");

const notText = unreadableContent("must be text in UTF-8");

export const tooDeep = unreadableContent(`must nest no deeper than ${maxLevels} levels`);

function unreadableContent(reason: string): Content {
  return { violations: [{ pointer: "/body", reason }] };
}
