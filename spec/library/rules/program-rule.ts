import { createRule, paramMessage, type DiagnosticTarget, type Program } from "@typespec/compiler";
import { collectMessageFields, type MessageField } from "../message-fields.ts";

/** A finding of a rule, and its position. */
export interface Finding {
  readonly target: DiagnosticTarget;
  readonly message: string;
}

/** Creates a lint rule that checks the whole program. */
export function programRule(
  name: string,
  description: string,
  findingsIn: (program: Program) => readonly Finding[],
) {
  return createRule({
    name,
    severity: "warning",
    description,
    messages: { default: paramMessage`${"message"}` },
    create: (context) => ({
      root: (program) => {
        for (const { target, message } of findingsIn(program))
          context.reportDiagnostic({ target, format: { message } });
      },
    }),
  });
}

/**
 * Findings about fields of messages. A property that is spread into several models is reported once, where it is
 * declared.
 */
export function fieldFindings(
  program: Program,
  faultOf: (field: MessageField) => string | undefined,
): Finding[] {
  const found = collectMessageFields(program).flatMap((field) => {
    const message = faultOf(field);
    return message === undefined ? [] : [{ target: field.property, message }];
  });
  return [...new Map(found.map((item) => [item.target.node ?? item.target, item])).values()];
}
