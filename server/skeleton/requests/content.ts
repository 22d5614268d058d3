import { isUtf8 } from "node:buffer";
import { type Fault, isBinaryType, isJsonType } from "@contract-toolkit/kernel";
import { nestsDeeper } from "./nesting.ts";

/** The body of a request, or what keeps it from being read. */
export interface Content {
  /** Undefined: none was sent, or it cannot be read. */
  readonly value?: unknown;
  readonly faults: readonly Fault[];
}

/** A validator, and whatever reads what is nested, calls itself for each level. No form of a person's making has as many. */
export const maxLevels = 64;

/** Reads the bytes of a body as what its media type says. */
export function decode(bytes: Buffer, contentType: string): Content {
  if (bytes.length === 0) return { faults: [] };
  if (isJsonType(contentType)) return parseJson(bytes);
  return { value: isBinaryType(contentType) ? bytes : bytes.toString("utf8"), faults: [] };
}

function parseJson(bytes: Buffer): Content {
  if (!isUtf8(bytes)) return notJson;
  if (nestsDeeper(bytes, maxLevels)) return tooDeep;
  try {
    return { value: JSON.parse(bytes.toString("utf8")), faults: [] };
  } catch {
    return notJson;
  }
}

const notJson = unreadable("must be JSON in UTF-8");

export const tooDeep = unreadable(`must nest no deeper than ${maxLevels} levels`);

function unreadable(reason: string): Content {
  return { faults: [{ pointer: "/body", reason }] };
}
