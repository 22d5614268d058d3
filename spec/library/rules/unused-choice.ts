import { createRule, paramMessage } from "@typespec/compiler";
import { chosenIds, declaredChoices } from "../choices.ts";

/** Every choice shows where it applies. */
export const unusedChoice = createRule({
  name: "unused-choice",
  severity: "warning",
  description: "Declared choices are pointed at by @chosen.",
  messages: {
    default: paramMessage`No @chosen names the choice '${"id"}'. Mark what it decides, or remove it.`,
  },
  create: (context) => ({
    root: (program) => {
      const used = chosenIds(program);
      for (const { value, decorator } of declaredChoices(program)) {
        if (used.has(value.id)) continue;
        context.reportDiagnostic({
          target: decorator,
          format: { id: value.id },
        });
      }
    },
  }),
});
