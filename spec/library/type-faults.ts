import {
  getDiscriminatedUnion,
  getDiscriminatedUnionFromInheritance,
  getDiscriminator,
  navigateProgram,
  navigateType,
  type Model,
  type Program,
  resolveEncodedName,
  type Tuple,
  type Diagnostic,
  type Type,
} from "@typespec/compiler";
import { isMetadata } from "@typespec/http";
import { isInherited } from "@contract-toolkit/contract";
import { $lib } from "./decorators.ts";
import { listHttpOperations } from "./message-fields.ts";

/** What TypeSpec allows and no document, server or client can carry. It is also told of a specification without this library. */
export function typeFaults(program: Program): Diagnostic[] {
  return [...lostTypes(program), ...narrowedModels(program)];
}

/** What the documents of a specification would lose. */
function lostTypes(program: Program): Diagnostic[] {
  const found = tuplesInMessages(program);
  navigateProgram(program, {
    // Most programs that read JSON drop such a field, or replace the prototype of the object.
    modelProperty: (property) => {
      const name = resolveEncodedName(program, property, "application/json");
      const isFilledIn =
        !isMetadata(program, property) && property.defaultValue !== undefined && isInherited(name);
      if (name !== "__proto__" && !isFilledIn) return;
      const message = `A field cannot be named "${name}"${isFilledIn ? " and have a default" : ""}, because programs in JavaScript lose it; give it another name.`;
      found.push(fault("field-name", property, message));
    },
    // The mapping of a discriminator has no place for it.
    union: (union) => {
      const [discriminated] = getDiscriminatedUnion(program, union);
      const otherType = discriminated?.defaultVariant;
      const message =
        "A variant of a @discriminated union needs a name, which is the value of its discriminator; write name: Model.";
      if (otherType) found.push(fault("unnamed-variant", union, message));
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
  return [...inMessages].map((target) => fault("tuple", target, message));
}

/**
 * Finds models that extend a variant of a `@discriminator` model and narrow its discriminator value. The compiler maps
 * the value to the variant only, so the fields of such a model would never be expected.
 */
function narrowedModels(program: Program): Diagnostic[] {
  const found: Diagnostic[] = [];
  navigateProgram(program, {
    model: (model) => {
      const discriminator = getDiscriminator(program, model);
      if (!discriminator) return;
      const { propertyName } = discriminator;
      const [{ variants }] = getDiscriminatedUnionFromInheritance(model, discriminator);
      for (const variant of new Set(variants.values()))
        for (const below of descendants(variant)) {
          const property = below.properties.get(propertyName);
          if (!property) continue;
          const message = `${variant.name} is the only model for this value of "${propertyName}", so ${below.name} would never be expected where ${model.name} is used. Leave "${propertyName}" out of ${variant.name} and give each model that extends it a value of its own, or distinguish those by another field (@discriminator at ${variant.name}).`;
          found.push(fault("narrowed-discriminator", property, message));
        }
    },
  });
  return found;
}

function descendants({ derivedModels }: Model): Model[] {
  return derivedModels.flatMap((derivedModel) => [derivedModel, ...descendants(derivedModel)]);
}

function fault(
  code: "field-name" | "tuple" | "unnamed-variant" | "narrowed-discriminator",
  target: Type,
  message: string,
): Diagnostic {
  return $lib.createDiagnostic({ code, target, format: { message } });
}
