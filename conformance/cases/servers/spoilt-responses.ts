import { isObject } from "@contract-toolkit/contract";
import type { HttpCase } from "./http-case.ts";
import { caseTable, type OperationContext } from "./make-case.ts";

/** The server is provoked to send an invalid response. It must send the documented server error instead. */
export function spoiltResponseCases(
  context: OperationContext,
  provocations: Provocations = {},
): HttpCase[] {
  const { add, cases } = caseTable(context, context.first, "responses");
  const { body } = context.first.response;
  for (const [name, what] of Object.entries(spoils)) {
    const spoil = name as Spoil;
    const needsObject = spoil.includes("field") || spoil === "wrong-type";
    const isPossible = needsObject ? isObject(body) : spoil !== "no-body" || body !== undefined;
    if (!provocations[spoil] || !isPossible) continue;
    const why = `the server is provoked to answer with ${what}`;
    add("RFC 9110, section 15.6.1", "failed", [[spoil, why, {}]], { spoil });
  }
  return cases;
}

/** Responses that a contract forbids. Undocumented headers are not among them, because HTTP allows additional headers. */
export const spoils = {
  "missing-field": "a body that lacks a field",
  "undocumented-field": "an undocumented field",
  "undocumented-field-inside": "an undocumented field in a nested object",
  "wrong-type": "a value of another type",
  "no-body": "no body where one is documented",
  "undocumented-status": "an undocumented status",
  "wrong-refusal": "a documented refusal with another body",
  thrown: "nothing, because its code throws an error",
} as const;

/** An invalid response that a server is provoked to send. */
export type Spoil = keyof typeof spoils;

/** How to provoke one invalid response. */
export interface Provocation {
  /** Headers of the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Texts of the invalid response or of the error that must not be sent. */
  readonly traces: readonly string[];
}

/** How a provider provokes the server under test. Responses without a function are not tested. */
export type Provocations = Readonly<
  Partial<Record<Spoil, (server: URL) => Provocation | Promise<Provocation>>>
>;
