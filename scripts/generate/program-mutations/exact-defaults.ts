import {
  navigateProgram,
  serializeValueAsJson,
  type ModelProperty,
  type Program,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { noteOfCopies } from "@contract-toolkit/typespec/program";
import { isWrittenAsText } from "./number-texts.ts";

/** Extension that carries a default through the OpenAPI emitter, which would make another one of it. */
export const exactDefault = "x-exact-default";

/** Notes each default of which the emitter makes a number, or an object without the fields of the union's variant. */
export function markExactDefaults(program: Program): void {
  navigateProgram(program, {
    modelProperty: (property) => {
      const exact = exactDefaultOf(program, property);
      if (exact === undefined) return;
      noteOfCopies(property, (copy) => {
        setExtension(program, copy, exactDefault, exact);
      });
    },
  });
}

function exactDefaultOf(program: Program, property: ModelProperty): unknown {
  const { defaultValue: value, type } = property;
  if (value?.valueKind === "NumericValue" && isWrittenAsText(program, property))
    return value.value.toString();
  if (value?.valueKind !== "ObjectValue" || type.kind !== "Union") return undefined;
  return [...type.variants.values()]
    .map((variant) => serializeValueAsJson(program, value, variant.type) as object)
    .find((written) => Object.keys(written).length === value.properties.size);
}
