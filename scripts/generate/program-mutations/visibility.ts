import {
  addVisibilityModifiers,
  getLifecycleVisibilityEnum,
  navigateProgram,
  type ModelProperty,
  type Program,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { isReadonlyProperty } from "@typespec/openapi";
import { noteOfCopies } from "@contract-toolkit/typespec/program";

/**
 * Makes the emitter write separate schemas for requests and responses if some fields are only in responses. Otherwise both
 * share a schema that marks these fields `readOnly` and required, and JSON Schema would require them in requests. The
 * emitter does not share a schema if a field has another visibility, so these fields get one that no verb uses.
 */
export function separateReadOnlyFields(program: Program): void {
  const lifecycle = getLifecycleVisibilityEnum(program);
  const nowhere = $(program).enumMember.create({ name: "Nowhere", enum: lifecycle });
  const part = (property: ModelProperty) => {
    if (!isReadonlyProperty(program, property)) return;
    noteOfCopies(property, (copy) => {
      addVisibilityModifiers(program, copy, [nowhere]);
    });
  };
  navigateProgram(program, { modelProperty: part });
}
