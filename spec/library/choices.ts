import { listServices, navigateProgram, type Program, type Type } from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { getChoiceDeclarations, type Choice, type Written } from "./decorators.ts";

/** The choices of every service. */
export function declaredChoices(program: Program): Written<Choice>[] {
  return listServices(program).flatMap(({ type }) => [...getChoiceDeclarations(program, type)]);
}

/** The ids that `@chosen` names, with the types that it marks. */
export function chosenIds(program: Program): Map<string, Type[]> {
  const found = new Map<string, Type[]>();
  const visit = (type: Type) => {
    for (const id of (getExtensions(program, type).get("x-chosen") ?? []) as string[]) {
      found.set(id, [...(found.get(id) ?? []), type]);
    }
  };
  navigateProgram(program, {
    namespace: visit,
    interface: visit,
    operation: visit,
    model: visit,
    modelProperty: visit,
    scalar: visit,
    enum: visit,
    enumMember: visit,
    union: visit,
    unionVariant: visit,
  });
  return found;
}
