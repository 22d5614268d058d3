import { createRule, getDoc, paramMessage } from "@typespec/compiler";
import { byDeclaration, fieldsOf, operationsOf } from "../message-fields.ts";

/** Every operation, parameter and field says what it is. */
export const documented = createRule({
  name: "documented",
  severity: "warning",
  description: "Operations, parameters and fields have a doc comment.",
  messages: {
    operation: paramMessage`Operation '${"name"}' is not documented. Say in a doc comment what it does.`,
    field: paramMessage`'${"name"}' is not documented. Say in a doc comment what it means.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const { operation } of operationsOf(program)) {
        if (getDoc(program, operation)) continue;
        context.reportDiagnostic({
          messageId: "operation",
          target: operation,
          format: { name: operation.name },
        });
      }
      const silent = fieldsOf(program).filter(({ property }) => !getDoc(program, property));
      for (const { property } of byDeclaration(silent)) {
        context.reportDiagnostic({
          messageId: "field",
          target: property,
          format: { name: property.name },
        });
      }
    },
  }),
});
