import { createRule, paramMessage, type DiagnosticTarget, type Program } from "@typespec/compiler";
import { fieldsOf, type MessageField } from "../message-fields.ts";

/** What a rule finds, and where. */
export interface Finding {
  readonly target: DiagnosticTarget;
  readonly message: string;
}

/** A rule of the linter that judges the whole program. */
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

/** Findings at fields of messages; a property that is spread into several models is found once, where it is declared. */
export function fieldFindings(
  program: Program,
  faultOf: (field: MessageField) => string | undefined,
): Finding[] {
  const found = fieldsOf(program).flatMap((field) => {
    const message = faultOf(field);
    return message === undefined ? [] : [{ target: field.property, message }];
  });
  return [...new Map(found.map((each) => [each.target.node ?? each.target, each])).values()];
}
