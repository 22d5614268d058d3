import {
  isNullType,
  walkPropertiesInherited,
  type Model,
  type Program,
  type Type,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { noteOfCopies, servicesOf } from "@contract-toolkit/typespec/program";

/** Removes null from the types of parameters and headers: a text is never null, so a value that is null is left out. */
export function removeNullParameters(program: Program): void {
  const operations = servicesOf(program).flatMap((service) => service.operations);
  const properties = operations.flatMap(({ parameters, responses }) => [
    ...parameters.properties,
    ...responses.flatMap((response) => response.responses.flatMap((content) => content.properties)),
  ]);
  for (const { kind, property } of properties)
    if (places.has(kind) && withoutNull(program, property.type) !== property.type)
      noteOfCopies(property, (copy) => {
        copy.type = withoutNull(program, copy.type);
        if (copy.defaultValue?.valueKind === "NullValue") delete copy.defaultValue;
      });
}

const places: ReadonlySet<string> = new Set(["path", "query", "header", "cookie"]);

/** The type itself if null is nowhere in it. */
function withoutNull(program: Program, type: Type, above: readonly Type[] = []): Type {
  if (above.includes(type)) return type;
  const inside = (part: Type) => withoutNull(program, part, [...above, type]);
  if (type.kind === "Model") return withoutNullFields(program, type, inside);
  if (type.kind !== "Union") return type;
  const written = [...type.variants.values()].map((variant) => variant.type);
  const types = written.filter((variant) => !isNullType(variant)).map(inside);
  if (types.length === written.length && types.every((variant, at) => variant === written[at]))
    return type;
  const [only = type, ...others] = types;
  return others.length === 0 ? only : $(program).union.create(types);
}

/** An object, or a list, of which nothing else may be a copy, so it has no name. */
function withoutNullFields(program: Program, model: Model, inside: (part: Type) => Type): Model {
  const { indexer } = model;
  const fields = [...walkPropertiesInherited(model)];
  const isSame = fields.every(({ type }) => inside(type) === type);
  if (isSame && (!indexer || inside(indexer.value) === indexer.value)) return model;
  const copy = program.checker.cloneType(model, {
    name: indexer ? model.name : "",
    derivedModels: [],
  });
  if (indexer) copy.indexer = { ...indexer, value: inside(indexer.value) };
  delete copy.baseModel;
  copy.properties.clear();
  for (const field of fields)
    copy.properties.set(
      field.name,
      program.checker.cloneType(field, { model: copy, type: inside(field.type) }),
    );
  return copy;
}
