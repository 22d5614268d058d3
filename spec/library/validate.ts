import { navigateProgram, type ModelProperty, type Program } from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { chosenIds, declaredChoices } from "./choices.ts";
import { $lib } from "./decorators.ts";

/** Reports what can only be judged once the whole program is known: names that point at nothing. */
export function $onValidate(program: Program): void {
  const known = new Set(declaredChoices(program).map(({ value }) => value.id));
  for (const [id, targets] of chosenIds(program)) {
    if (known.has(id)) continue;
    for (const target of targets) {
      $lib.reportDiagnostic(program, {
        code: "unknown-choice",
        target,
        format: { id, known: [...known].join(", ") },
      });
    }
  }
  navigateProgram(program, {
    modelProperty: (property) => {
      checkSiblings(program, property);
    },
  });
}

function checkSiblings(program: Program, property: ModelProperty): void {
  const extensions = getExtensions(program, property);
  const requires = (extensions.get("x-requires") ?? []) as string[];
  const when = extensions.get("x-required-when") as { property: string } | undefined;
  for (const name of [...requires, ...(when ? [when.property] : [])]) {
    if (property.model && !property.model.properties.has(name)) {
      $lib.reportDiagnostic(program, {
        code: "unknown-sibling",
        target: property,
        format: { name, property: property.name },
      });
    }
  }
}
