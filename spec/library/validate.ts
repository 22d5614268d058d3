import {
  navigateProgram,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { getAllHttpServices } from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { $lib, getChoices } from "./decorators.ts";

/** Reports what can only be judged once the whole program is known: names that point at nothing. */
export function $onValidate(program: Program): void {
  const [services] = getAllHttpServices(program);
  const known = new Set(
    services.flatMap((service) =>
      getChoices(program, service.namespace).map(({ id }) => id),
    ),
  );

  const checkChoices = (target: Type) => {
    for (const id of (getExtensions(program, target).get("x-chosen") ??
      []) as string[]) {
      if (!known.has(id)) {
        $lib.reportDiagnostic(program, {
          code: "unknown-choice",
          target,
          format: { id, known: [...known].join(", ") },
        });
      }
    }
  };

  navigateProgram(program, {
    model: checkChoices,
    enum: checkChoices,
    union: checkChoices,
    scalar: checkChoices,
    operation: checkChoices,
    modelProperty: (property) => {
      checkChoices(property);
      checkSiblings(program, property);
    },
  });
}

function checkSiblings(program: Program, property: ModelProperty): void {
  const extensions = getExtensions(program, property);
  const requires = (extensions.get("x-requires") ?? []) as string[];
  const when = extensions.get("x-required-when") as
    { property: string } | undefined;
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
