import { createRule, paramMessage } from "@typespec/compiler";
import { chosenIds, declaredChoices } from "../choices.ts";

/** Every choice shows where it applies. */
export const unusedChoice = createRule({
  name: "unused-choice",
  severity: "warning",
  description: "Declared choices are pointed at by @chosen.",
  messages: {
    default: paramMessage`The choice '${"id"}' is declared and nothing is @chosen by it; mark what it decides, or take it out.`,
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
