import { listServices, navigateProgram, type Program, type Type } from "@typespec/compiler";
import { getExtensions } from "@typespec/openapi";
import { getChoiceDeclarations, type Choice, type Written } from "./declarations.ts";

/** The choices of every service. */
export function declaredChoices(program: Program): Written<Choice>[] {
  return listServices(program).flatMap(({ type }) => [...getChoiceDeclarations(program, type)]);
}

/**
 * The ids that `@chosen` names, with the types that have the decorator. The extension `x-chosen` alone is that of an imported
 * document, which need not have the choices.
 */
export function chosenIds(program: Program): Map<string, Type[]> {
  const found = new Map<string, Type[]>();
  const visit = (type: Type) => {
    const decorators = "decorators" in type ? type.decorators : [];
    if (!decorators.some(({ definition }) => definition?.name === "@chosen")) return;
    for (const id of (getExtensions(program, type).get("x-chosen") ?? []) as string[]) {
      found.set(id, [...(found.get(id) ?? []), type]);
    }
  };
  const kinds = [
    ...["namespace", "interface", "operation", "model", "modelProperty", "scalar"],
    ...["enum", "enumMember", "union", "unionVariant"],
  ];
  navigateProgram(program, Object.fromEntries(kinds.map((kind) => [kind, visit])));
  return found;
}
