import {
  getDiscriminatedUnion,
  navigateProgram,
  navigateType,
  type Program,
  resolveEncodedName,
  type Tuple,
  type Diagnostic,
} from "@typespec/compiler";
import { type HttpOperation, isMetadata } from "@typespec/http";
import { isInherited } from "@contract-toolkit/contract";
import { specFault } from "./spec-fault.ts";
import { numberTexts } from "../program-mutations/number-texts.ts";

export function checkLostTypes(program: Program): Diagnostic[] {
  const found: Diagnostic[] = [];
  navigateProgram(program, {
    // Most programs that read JSON drop such a field, or replace the prototype of the object.
    modelProperty: (property) => {
      const name = resolveEncodedName(program, property, "application/json");
      const isFilledIn =
        !isMetadata(program, property) && property.defaultValue !== undefined && isInherited(name);
      if (name !== "__proto__" && !isFilledIn) return;
      const message = `A field cannot be named "${name}"${isFilledIn ? " and have a default" : ""}, because programs in JavaScript lose it; give it another name.`;
      found.push(specFault(property, "field-name", message));
    },
    // The mapping of a discriminator has no place for it.
    union: (union) => {
      const [discriminated] = getDiscriminatedUnion(program, union);
      const otherType = discriminated?.defaultVariant;
      const message =
        "A variant of a @discriminated union needs a name, which is the value of its discriminator; write name: Model.";
      if (otherType) found.push(specFault(union, "unnamed-variant", message));
    },
  });
  return found;
}

/**
 * Tuples in messages, of which the emitter writes neither the length nor the fields of their models. Elsewhere a tuple is
 * only an argument, such as the scopes of OAuth 2.0.
 */
export function checkTuples(program: Program, operations: readonly HttpOperation[]): Diagnostic[] {
  const message =
    "A tuple loses its length and its types in the documents; write a list (string[]) with @minItems and @maxItems, or a model with a field for each value.";
  const all = new Set<Tuple>();
  navigateProgram(program, { tuple: (tuple) => void all.add(tuple) });
  if (all.size === 0) return [];
  const inMessages = new Set<Tuple>();
  const tuple = (tuple: Tuple) => void inMessages.add(tuple);
  for (const { operation } of operations)
    navigateType(operation, { tuple }, { visitDerivedTypes: true });
  return [...inMessages].map((inMessage) => specFault(inMessage, "tuple", message));
}

export function checkNumberTexts(program: Program): Diagnostic[] {
  const advice = {
    literal:
      "@encode(string) is supported for a number or a boolean, or one of them or null; write other values as strings themselves.",
    "bounded-fraction":
      "The bounds of a number with a fraction cannot be checked in a string; remove them, or write a string with a @pattern.",
  };
  return numberTexts(program).flatMap(([type, text]) =>
    typeof text === "string" ? [specFault(type, "number-as-text", advice[text])] : [],
  );
}
