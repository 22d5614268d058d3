import {
  getDiscriminatedUnionFromInheritance,
  getDiscriminator,
  navigateType,
  type CompilerHost,
  type Discriminator,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
  type Union,
} from "@typespec/compiler";
import { SyntaxKind, type TypeSpecScriptNode } from "@typespec/compiler/ast";
import { $ } from "@typespec/compiler/typekit";
import { isObject } from "@contract-toolkit/contract";

/**
 * Returns a host with which a merge patch (`MergePatchUpdate`) has inherited fields too, and the fields of all variants if
 * its model has a `@discriminator`. The HTTP library makes a patch of a model's own fields only, so `{}` would lack the
 * inherited fields (RFC 7396, section 2: an empty patch changes nothing).
 */
export function withWholePatches(host: CompilerHost): CompilerHost {
  return {
    ...host,
    async getJsImport(path) {
      const module: Readonly<Record<string, unknown>> = await host.getJsImport(path);
      const functions = isObject(module["$functions"]) ? module["$functions"] : {};
      const own = functions[library];
      if (!isObject(own) || !isTransform(own[name])) return module;
      const transform = own[name];
      const whole: Transform = (context, model, ...options) =>
        transform(context, wholeModel(context.program, model), ...options);
      return { ...module, $functions: { ...functions, [library]: { ...own, [name]: whole } } };
    },
  };
}

const library = "TypeSpec.Http.Private";
const name = "applyMergePatchTransform";

type Transform = (
  context: { readonly program: Program },
  model: Model,
  ...options: readonly unknown[]
) => Model;

function isTransform(value: unknown): value is Transform {
  return typeof value === "function";
}

/** One copy for each type: the HTTP library makes one patch of each, and two would have the same name. */
const copiesOf = new WeakMap<Program, Map<Type, Type>>();

/** A model whose fields are all its own, as those of the models in it are. It is a copy if it inherits or has variants. */
function wholeModel(program: Program, model: Model): Model {
  const copies = copiesOf.get(program) ?? new Map<Type, Type>();
  copiesOf.set(program, copies);

  const whole = (type: Type): Type => {
    const known = copies.get(type);
    if (known) return known;
    const isCopied = (type.kind === "Union" || type.kind === "Model") && inherits(program, type);
    if (!isCopied) return type;
    if (type.kind === "Union") return wholeUnion(type);
    return type.indexer ? wholeList(type) : wholeObject(type);
  };
  const wholeUnion = (union: Union): Union => {
    const copy = program.checker.cloneType(union);
    copies.set(union, copy);
    for (const variant of copy.variants.values()) variant.type = whole(variant.type);
    return copy;
  };
  const wholeList = (list: Model): Model => {
    const copy = program.checker.cloneType(list);
    copies.set(list, copy);
    if (copy.indexer) copy.indexer = { ...copy.indexer, value: whole(copy.indexer.value) };
    return copy;
  };
  const wholeObject = (object: Model): Model => {
    const { decorators } = object;
    const copy = program.checker.cloneType(object, {
      decorators: decorators.filter(({ definition }) => definition?.name !== "@discriminator"),
      derivedModels: [],
    });
    copies.set(object, copy);
    delete copy.baseModel;
    copy.properties.clear();
    for (const [field, of] of collectModelFields(program, object)) {
      const [first] = of.properties;
      if (!first) continue;
      const types = [...new Set(of.properties.map(({ type }) => type))].map(whole);
      const [only, ...others] = types;
      const property = program.checker.cloneType(first, {
        model: copy,
        optional: !of.isInAll || of.properties.some(({ optional }) => optional),
        type: only && others.length === 0 ? only : $(program).union.create(types),
      });
      copy.properties.set(field, property);
    }
    return copy;
  };
  const copy = whole(model);
  return copy.kind === "Model" ? copy : model;
}

/** Whether a type, or a model in it, inherits fields or has variants. */
function inherits(program: Program, type: Type): boolean {
  const models: Model[] = [];
  navigateType(type, { model: (model) => void models.push(model) }, {});
  const hasVariants = models.some((model) => getDiscriminator(program, model) !== undefined);
  if (hasVariants) checkHeirs(program);
  return hasVariants || models.some(({ baseModel }) => baseModel !== undefined);
}

/** The compiler checks a model when something refers to it, which may be after the patch of the model that it extends. */
function checkHeirs(program: Program): void {
  const visit = (statement: TypeSpecScriptNode["statements"][number]): void => {
    if (statement.kind === SyntaxKind.NamespaceStatement)
      [statement.statements ?? []].flat().forEach(visit);
    if (statement.kind !== SyntaxKind.ModelStatement || statement.extends === undefined) return;
    if (statement.templateParameters.length === 0) program.checker.getTypeForNode(statement);
  };
  for (const { statements } of program.sourceFiles.values()) statements.forEach(visit);
}

interface Field {
  readonly properties: readonly ModelProperty[];
  /** Whether all variants have it. */
  readonly isInAll: boolean;
}

/** The fields of a model by name, of each of its variants. */
function collectModelFields(program: Program, model: Model): Map<string, Field> {
  const variants = discriminatedModels(program, model).map(allProperties);
  const names = new Set(variants.flatMap((variant) => [...variant.keys()]));
  return new Map(
    [...names].map((field) => {
      const properties = variants.flatMap((variant) => variant.get(field) ?? []);
      return [field, { properties, isInAll: properties.length === variants.length }];
    }),
  );
}

/** The variants of a model with `@discriminator`, or of a model between it and them; otherwise the model itself. */
function discriminatedModels(program: Program, model: Model): readonly Model[] {
  for (const above of modelWithBases(model)) {
    const discriminator: Discriminator | undefined = getDiscriminator(program, above);
    if (!discriminator) continue;
    const [{ variants }] = getDiscriminatedUnionFromInheritance(above, discriminator);
    const below = [...new Set(variants.values())].filter((variant) =>
      modelWithBases(variant).includes(model),
    );
    if (below.length > 0) return below;
  }
  return [model];
}

/** A model and the models that it extends, the furthest last. */
function modelWithBases(model: Model): Model[] {
  return [model, ...(model.baseModel ? modelWithBases(model.baseModel) : [])];
}

/** Inherited properties first. A property that a model narrows is its own. */
function allProperties(model: Model): Map<string, ModelProperty> {
  return new Map(
    modelWithBases(model)
      .toReversed()
      .flatMap(({ properties }) => [...properties]),
  );
}
