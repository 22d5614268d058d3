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
 * Has the OpenAPI emitter write a request that lacks fields as a schema of its own, also where only answers have these fields.
 * It would share the schema of the answer, with the fields as `readOnly` and required, which JSON Schema demands of requests.
 * A field with any further visibility is not shared, so these fields get one that no verb asks for.
 */
export function partReadOnlyFields(program: Program): void {
  const lifecycle = getLifecycleVisibilityEnum(program);
  const nowhere = $(program).enumMember.create({ name: "Nowhere", enum: lifecycle });
  const part = (property: ModelProperty) => {
    if (!isReadonlyProperty(program, property)) return;
    noteOfCopies(property, (each) => {
      addVisibilityModifiers(program, each, [nowhere]);
    });
  };
  navigateProgram(program, { modelProperty: part });
}
