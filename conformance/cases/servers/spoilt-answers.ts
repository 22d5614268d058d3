import { isObject } from "@contract-toolkit/kernel";
import type { HttpCase } from "./http-case.ts";
import { caseTable, type OperationContext } from "./make-case.ts";

/** The server is made to try an answer that it must not send; the contract's own answer to a failure has to come. */
export function spoiltAnswerCases(
  context: OperationContext,
  provocations: Provocations = {},
): HttpCase[] {
  const [base] = context.plain;
  if (!base) return [];
  const { add, cases } = caseTable(context, base, "answers");
  const { body } = base.response;
  for (const [name, what] of Object.entries(spoils)) {
    const spoil = name as Spoil;
    const needsObject = spoil.includes("field") || spoil === "wrong-type";
    // A body can lack something only where there is one.
    const isPossible = needsObject ? isObject(body) : spoil !== "no-body" || body !== undefined;
    if (!provocations[spoil] || !isPossible) continue;
    const why = `the server is made to answer with ${what}`;
    add("RFC 9110, section 15.6.1", "failed", [[spoil, why, {}]], { spoil });
  }
  return cases;
}

/** Answers that a contract forbids. A header that nobody documented is none: HTTP lets anybody add some. */
export const spoils = {
  "missing-field": "a body that lacks a field",
  "undocumented-field": "a field that nobody documented",
  "undocumented-field-inside": "a field that nobody documented inside a part of its body",
  "wrong-type": "a value of another type",
  "no-body": "no body where one is documented",
  "undocumented-status": "a status that nobody documented",
  "wrong-refusal": "a documented refusal with another body",
  thrown: "nothing, since its own code fails",
} as const;

/** An answer that a server is made to try to send. */
export type Spoil = keyof typeof spoils;

/** What makes a server try to send an answer that it must not. */
export interface Provocation {
  /** Headers that go along with the request. */
  readonly headers: Readonly<Record<string, string>>;
  /** Texts that would show that something of the answer, or of what failed, got out. */
  readonly traces: readonly string[];
}

/** How a provider makes the server under test try; what it does not know is not asked for. */
export type Provocations = Readonly<
  Partial<Record<Spoil, (server: URL) => Provocation | Promise<Provocation>>>
>;
