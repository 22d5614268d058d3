import { getDoc } from "@typespec/compiler";
import { listHttpOperations } from "../message-fields.ts";
import { fieldFindings, programRule } from "./program-rule.ts";

/** Every operation, parameter and field has a doc comment. */
export const documented = programRule(
  "documented",
  "Operations, parameters and fields have a doc comment.",
  (program) => [
    ...listHttpOperations(program)
      .filter(({ operation }) => !getDoc(program, operation))
      .map(({ operation: target }) => ({
        target,
        message: `Operation '${target.name}' is not documented. Say in a doc comment what it does.`,
      })),
    ...fieldFindings(program, ({ property }) =>
      getDoc(program, property)
        ? undefined
        : `'${property.name}' is not documented. Say in a doc comment what it means.`,
    ),
  ],
);
