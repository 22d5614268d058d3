import { createRule, paramMessage } from "@typespec/compiler";
import { declaredChoices } from "../choices.ts";

/** Every choice says what was open and what is chosen instead. */
export const choiceReason = createRule({
  name: "choice-reason",
  severity: "warning",
  description: "Choices say what is left open and what is chosen.",
  messages: {
    default: paramMessage`The choice '${"id"}' does not say what is ${"part"}.`,
  },
  create: (context) => ({
    root: (program) => {
      for (const { value, decorator } of declaredChoices(program)) {
        for (const part of ["open", "chosen"] as const) {
          if (value[part].trim() !== "") continue;
          context.reportDiagnostic({
            target: decorator,
            format: { id: value.id, part },
          });
        }
      }
    },
  }),
});
