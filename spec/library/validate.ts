import { getOpExamples, navigateProgram, type Operation, type Program } from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { chosenIds, declaredChoices } from "./choices.ts";
import { $lib } from "./decorators.ts";
import { addRefusalSamples, isDeclared } from "./refusal-samples.ts";
import { siblingCheck } from "./field-rules.ts";
import { typeFaults } from "./type-faults.ts";

/**
 * Checks that need the whole program: it reports names that refer to nothing and rules that are not enforced, and adds
 * the samples of shared refusals.
 */
export function $onValidate(program: Program): void {
  const known = new Set(declaredChoices(program).map(({ value }) => value.id));
  for (const [id, targets] of chosenIds(program)) {
    if (known.has(id)) continue;
    const message = `No choice '${id}' is declared; declare it on the service with @choice, or point @chosen at one of: ${[...known].join(", ")}.`;
    for (const target of targets)
      $lib.reportDiagnostic(program, { code: "unknown-choice", target, format: { message } });
  }
  navigateProgram(program, {
    modelProperty: siblingCheck(program),
    operation: (operation) => {
      checkSamples(program, operation);
    },
  });
  addRefusalSamples(program);
  program.reportDiagnostics(typeFaults(program));
}

/** Checks the values of `@samples` as the compiler checks those of `@opExample`. */
function checkSamples(program: Program, operation: Operation): void {
  for (const example of getOpExamples(program, operation).filter(isDeclared))
    for (const part of ["parameters", "returnType"] as const) {
      const value = example[part];
      if (!value) continue;
      const type = program.checker.getValueExactType(value) ?? value.type;
      const { isAssignableTo } = $(program).type;
      const [, diagnostics] = isAssignableTo.withDiagnostics(type, operation[part], value);
      program.reportDiagnostics(diagnostics);
    }
}
