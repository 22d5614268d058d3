import {
  getDiscriminatedUnionFromInheritance,
  getDiscriminator,
  navigateProgram,
  type Model,
  type Program,
  type Diagnostic,
} from "@typespec/compiler";
import { $lib } from "./decorators.ts";

/**
 * Finds models that extend a variant of a `@discriminator` model and narrow its discriminator value. The compiler maps
 * the value to the variant only, so the fields of such a model would never be expected.
 */
export function narrowedModels(program: Program): Diagnostic[] {
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
          found.push(
            $lib.createDiagnostic({
              code: "narrowed-discriminator",
              target: property,
              format: { message },
            }),
          );
        }
    },
  });
  return found;
}

function descendants({ derivedModels }: Model): Model[] {
  return derivedModels.flatMap((derivedModel) => [derivedModel, ...descendants(derivedModel)]);
}
