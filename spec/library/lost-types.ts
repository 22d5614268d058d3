import {
  getDiscriminatedUnion,
  navigateProgram,
  navigateType,
  type Program,
  resolveEncodedName,
  type Tuple,
  type Diagnostic,
} from "@typespec/compiler";
import { isMetadata } from "@typespec/http";
import { isInherited } from "@contract-toolkit/contract";
import { $lib } from "./decorators.ts";
import { listHttpOperations } from "./message-fields.ts";

/** What the documents of a specification would lose. */
export function lostTypes(program: Program): Diagnostic[] {
  const found = tuplesInMessages(program);
  navigateProgram(program, {
    // Most programs that read JSON drop such a field, or replace the prototype of the object.
    modelProperty: (property) => {
      const name = resolveEncodedName(program, property, "application/json");
      const isFilledIn =
        !isMetadata(program, property) && property.defaultValue !== undefined && isInherited(name);
      if (name !== "__proto__" && !isFilledIn) return;
      const message = `A field cannot be named "${name}"${isFilledIn ? " and have a default" : ""}, because programs in JavaScript lose it; give it another name.`;
      found.push(
        $lib.createDiagnostic({ code: "field-name", target: property, format: { message } }),
      );
    },
    // The mapping of a discriminator has no place for it.
    union: (union) => {
      const [discriminated] = getDiscriminatedUnion(program, union);
      const otherType = discriminated?.defaultVariant;
      const message =
        "A variant of a @discriminated union needs a name, which is the value of its discriminator; write name: Model.";
      if (otherType)
        found.push(
          $lib.createDiagnostic({ code: "unnamed-variant", target: union, format: { message } }),
        );
    },
  });
  return found;
}

/**
 * Tuples in messages, of which the emitter writes neither the length nor the fields of their models. Elsewhere a tuple is
 * only an argument, such as the scopes of OAuth 2.0.
 */
function tuplesInMessages(program: Program): Diagnostic[] {
  const message =
    "A tuple loses its length and its types in the documents; write a list (string[]) with @minItems and @maxItems, or a model with a field for each value.";
  const all = new Set<Tuple>();
  navigateProgram(program, { tuple: (tuple) => void all.add(tuple) });
  if (all.size === 0) return [];
  const inMessages = new Set<Tuple>();
  const tuple = (tuple: Tuple) => void inMessages.add(tuple);
  for (const { operation } of listHttpOperations(program))
    navigateType(operation, { tuple }, { visitDerivedTypes: true });
  return [...inMessages].map((target) =>
    $lib.createDiagnostic({ code: "tuple", target, format: { message } }),
  );
}
