import type { Case } from "../../case.ts";
import { allowsRequest } from "../../contract-allows.ts";
import type { HttpCase } from "../http-case.ts";
import { asSample, documentedAmong, rowsOf, type Ground } from "../make-case.ts";
import type { RawBody, RawForm } from "../raw-form.ts";
import type { BodyKind } from "./of-type.ts";

/** Bodies of no length, of the longest, and of one byte more. */
export function lengthCases(ground: Ground, base: Case, kind: BodyKind): HttpCase[] {
  return [...none(ground, base, kind), ...longest(ground, base, kind)];
}

function none(ground: Ground, base: Case, kind: BodyKind): HttpCase[] {
  const { contract, operation } = ground;
  const missing = {
    kind: "refused",
    statuses: documentedAmong(ground, [400, 422, 411, 415]),
  } as const;
  const isAllowed = (body: unknown) =>
    allowsRequest(contract, operation, { ...base.request, body });
  const empty = { text: "" };
  // A text or a file may have nothing in it, and a form no fields.
  const isRefused =
    operation.body?.required === true &&
    (kind === "json" || ((kind === "form" || kind === "parts") && !isAllowed({})));
  if (!isRefused) return [];
  return rowsOf(
    base,
    "bodies",
    ["RFC 9110, section 8.6", missing],
    [
      ["empty", "no body", { body: empty }],
      ["empty in chunks", "no body, in chunks", { body: empty, chunkBytes: 10 }],
      ["spaces only", "a body of spaces", { body: { text: "  \n" } }],
    ],
  );
}

function longest(ground: Ground, base: Case, kind: BodyKind): HttpCase[] {
  const { bodyLimitBytes, uploadLimitBytes } = ground.decisions;
  const limit = kind === "parts" || kind === "bytes" ? uploadLimitBytes : bodyLimitBytes;
  if (limit === undefined) return [];
  const padding = paddingOf(ground, base, kind);
  // A text that is too long breaks its schema as well.
  const statuses = documentedAmong(ground, padding ? [413] : [413, 400, 422]);
  const tooLarge = { kind: "refused", statuses } as const;
  const long = (paddedToBytes: number, chunkBytes?: number): RawForm => ({
    body: { text: "{body}", ...padding, paddedToBytes },
    ...(chunkBytes !== undefined && { chunkBytes }),
  });
  return [
    ...(padding
      ? rowsOf(
          base,
          "bodies",
          ["RFC 9110, section 8.6", asSample],
          [
            ["longest", "the longest body", long(limit)],
            ["longest in chunks", "the longest body, in chunks", long(limit, 16_384)],
            ["one byte less", "a body one byte shorter than the longest", long(limit - 1)],
            ["one byte less in chunks", "the same, in chunks", long(limit - 1, 16_384)],
          ],
        )
      : []),
    ...rowsOf(
      base,
      "bodies",
      ["RFC 9110, section 15.5.14", tooLarge],
      [
        ["one byte more", "a body one byte longer than the longest", long(limit + 1)],
        ["one byte more in chunks", "the same, in chunks", long(limit + 1, 16_384)],
        ["twice as long in chunks", "twice the longest, in chunks", long(limit * 2, 16_384)],
      ],
    ),
  ];
}

/** What makes a body longer and means nothing. */
function paddingOf(
  { contract, operation }: Ground,
  { request }: Case,
  kind: BodyKind,
): Partial<RawBody> | undefined {
  switch (kind) {
    case "json":
      return {};
    // RFC 2046, section 5.1.1: what follows the last boundary is nothing of the form.
    case "parts":
      return {};
    case "form": {
      const body = { ...(request.body as object), undocumented: "x" };
      return allowsRequest(contract, operation, { ...request, body })
        ? { text: "{body}&undocumented=", paddedWith: "x" }
        : undefined;
    }
    case "text":
    case "bytes":
      return undefined;
  }
}
