import type { SampleRequest, Schema } from "@contract-toolkit/contract";
import {
  type Boundary,
  type BoundaryValue,
  undocumented,
} from "@contract-toolkit/schemas/boundaries/values/boundary-values";
import { type Candidate, propose } from "@contract-toolkit/schemas/boundaries/values/candidates";
import { withOpenUnions } from "@contract-toolkit/schemas/message-schemas/discriminators";
import { usesKeyword } from "@contract-toolkit/schemas/second-validator/field-rules";
import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import type { Rule } from "@contract-toolkit/schemas/boundaries/rule";
import { isAllowedAsNoBody, isForAnother, isSendable, isWritable } from "./sendable.ts";
import { type Base, contentIn, type Message } from "./messages.ts";

export function isUnknownVariant(
  { of, schema }: Message,
  boundary: Boundary,
  message: unknown,
): boolean {
  const isInvalidResponse = of.direction === "response" && boundary === "invalid";
  return isInvalidResponse && isOfUnknownVariant(schema, message);
}

/** Whether a message that is not valid has only a variant of a union that the contract does not document. Clients accept it. */
export function isOfUnknownVariant(schema: Schema, message: unknown): boolean {
  return hasVariants(schema) && accepts(withOpenUnions(schema), message);
}

const hasVariants = usesKeyword("discriminator");

/** The first message at this boundary alone: valid, or valid only without the rule. */
export function makeBoundaryMessage(
  candidates: readonly Candidate<Base>[],
  rule: Rule,
  { boundary, proposals }: BoundaryValue,
  relaxed: Schema,
  { of, schema, operation, others }: Message,
) {
  const isRequest = of.direction === "request";
  const parameters = isRequest ? operation.parameters : [];
  const content = contentIn({ of, operation });
  for (const candidate of candidates) {
    const pointer =
      boundary === "invalid" && rule.keyword === "additional"
        ? `${candidate.pointer}/${undocumented}`
        : candidate.pointer;
    for (const proposal of proposals) {
      const message = propose(candidate, rule, proposal);
      if (message === undefined || !isSendable(rule, proposal, parameters)) continue;
      const isMeant =
        boundary === "valid"
          ? accepts(schema, message)
          : !accepts(schema, message) && accepts(relaxed, message);
      if (!isMeant) continue;
      if (!isWritable(content, message)) continue;
      const isRefused = isRequest && boundary === "invalid";
      if (isRefused && isAllowedAsNoBody(operation, content, message)) continue;
      if (isRequest && isForAnother(message as SampleRequest, operation, others)) continue;
      return { base: candidate.base, message, pointer };
    }
  }
  return undefined;
}

export function explainUnderivable(message: Message, name: string, boundary: Boundary): string {
  if (message.bases.length === 0) return "no sample shows this message";
  const format = contentIn(message)?.kind === "xml" ? " in XML" : "";
  const which = name ? ` (${name})` : "";
  return boundary === "valid"
    ? `no valid value at this boundary${which} keeps the other rules${format}`
    : `no invalid value${which} keeps the other rules${format}`;
}
