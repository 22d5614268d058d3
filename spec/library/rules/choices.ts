import { chosenIds, declaredChoices } from "../choices.ts";
import { programRule } from "./program-rule.ts";

/** Every choice says what was open and what is chosen instead. */
export const choiceReason = programRule(
  "choice-reason",
  "Choices say what is left open and what is chosen.",
  (program) =>
    declaredChoices(program).flatMap(({ value, decorator: target }) =>
      (["open", "chosen"] as const)
        .filter((part) => value[part].trim() === "")
        .map((part) => ({
          target,
          message: `The choice '${value.id}' does not say what is ${part}.`,
        })),
    ),
);

/** Every choice is used by a `@chosen`. */
export const unusedChoice = programRule(
  "unused-choice",
  "Declared choices are pointed at by @chosen.",
  (program) => {
    const used = chosenIds(program);
    return declaredChoices(program)
      .filter(({ value }) => !used.has(value.id))
      .map(({ value, decorator: target }) => ({
        target,
        message: `No @chosen names the choice '${value.id}'. Mark what it decides, or remove it.`,
      }));
  },
);
