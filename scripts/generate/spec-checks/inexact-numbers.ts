import {
  getMaxValueAsNumeric,
  getMaxValueExclusiveAsNumeric,
  getMinValueAsNumeric,
  getMinValueExclusiveAsNumeric,
  navigateProgram,
  type ModelProperty,
  type Numeric,
  type Program,
  type Scalar,
  type Diagnostic,
} from "@typespec/compiler";
import { isWrittenAsText } from "../program-mutations/number-texts.ts";
import { specFault } from "./spec-fault.ts";

/**
 * Defaults and bounds that no number of JSON holds exactly (RFC 8259, section 6). The emitter writes such a default as null and
 * leaves such a bound out.
 */
export function inexactNumbers(program: Program): Diagnostic[] {
  const found: Diagnostic[] = [];
  const look = (type: ModelProperty | Scalar) => {
    if (isWrittenAsText(program, type)) return;
    for (const number of listWrittenNumbers(program, type)) {
      if (number.asNumber() !== null) continue;
      const message = `${number.toString()} cannot be read exactly from JSON. Write the number as a string (@encode(string)), or use one with fewer digits.`;
      found.push(specFault(type, "inexact-number", message));
    }
  };
  navigateProgram(program, { modelProperty: look, scalar: look });
  return found;
}

function listWrittenNumbers(program: Program, type: ModelProperty | Scalar): Numeric[] {
  const value = type.kind === "ModelProperty" ? type.defaultValue : undefined;
  const bounds = [
    getMinValueAsNumeric(program, type),
    getMinValueExclusiveAsNumeric(program, type),
    getMaxValueAsNumeric(program, type),
    getMaxValueExclusiveAsNumeric(program, type),
  ];
  return [...(value?.valueKind === "NumericValue" ? [value.value] : []), ...bounds].filter(
    (number) => number !== undefined,
  );
}
