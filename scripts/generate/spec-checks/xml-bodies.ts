import {
  isArrayModelType,
  isNullType,
  isRecordModelType,
  resolveEncodedName,
  walkPropertiesInherited,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { elementName } from "@contract-toolkit/contract";
import { findResult } from "@contract-toolkit/schemas/find-result";

/** Why a body cannot be written in XML, with advice; undefined if it can. */
export function unwritableInXml(program: Program, body: Type): string | undefined {
  const seen = new Set<Type>();
  const isUnnamed =
    !("name" in body) || !body.name || (body.kind === "Model" && isUnnamedListModel(body));
  if (isUnnamed)
    return "the root element needs a name; make the body a named model, or a list with a name (model Pets is Pet[]).";
  return faultIn(body, "the body");

  function faultIn(type: Type, place: string): string | undefined {
    if (seen.has(type)) return undefined;
    seen.add(type);
    if (isNullType(type))
      return `${place} may be null, which XML does not distinguish from an empty text; leave out null, and make the field optional.`;
    switch (type.kind) {
      case "Model":
        return faultInModel(type, place);
      case "Union":
        return faultInUnion(
          [...type.variants.values()].map((variant) => variant.type),
          place,
        );
      case "Intrinsic":
        return `${place} may be any value, and XML has no types; give it a type.`;
      default:
        return undefined;
    }
  }

  function faultInUnion(variants: readonly Type[], place: string): string | undefined {
    const objects = variants.filter(
      (variant) => variant.kind === "Model" && !isArrayModelType(variant),
    );
    if (
      objects.length > 0 &&
      objects.length < variants.filter((variant) => !isNullType(variant)).length
    )
      return `${place} may be an object or something else, which XML does not distinguish; write a field for each.`;
    return (
      findResult(variants, (variant) => faultIn(variant, place)) ?? faultInFields(variants, place)
    );
  }

  function faultInModel(model: Model, place: string): string | undefined {
    if (isArrayModelType(model)) {
      const { value } = model.indexer;
      if (value.kind === "Model" && isUnnamedListModel(value))
        return `${place} is a list of lists, whose elements have no name; give the inner list a name (model Row is Cell[]).`;
      return faultIn(value, place);
    }
    if (isRecordModelType(model)) {
      const fault = faultIn(model.indexer.value, place);
      if (fault !== undefined) return fault;
    }
    const derived = [model, ...derivedOf(model)];
    return (
      findResult(
        derived.flatMap((model) => [...walkPropertiesInherited(model)]),
        faultInProperty,
      ) ?? faultInFields(derived, place)
    );
  }

  function faultInProperty(property: ModelProperty): string | undefined {
    const place = `the field "${property.name}"`;
    const { type } = property;
    const isTextOnly = property.decorators.some(
      ({ definition }) =>
        definition?.namespace.name === "Xml" &&
        (definition.name === "@attribute" ||
          (definition.name === "@unwrapped" && !(type.kind === "Model" && isArrayModelType(type)))),
    );
    if (isTextOnly && type.kind === "Model")
      return `${place} is an object or a list, which an attribute or a text cannot hold; make it an element (without @attribute and @unwrapped).`;
    const name = resolveEncodedName(program, property, "application/xml");
    if (!elementName.test(name))
      return `${place} has the name "${name}", which XML does not allow; give it another one (@Xml.name).`;
    return faultIn(type, place);
  }

  /** The fields of all variants are read together, so fields of one name must be of one type. */
  function faultInFields(variants: readonly Type[], place: string): string | undefined {
    const properties = variants.flatMap((variant) =>
      variant.kind === "Model" ? [...walkPropertiesInherited(variant)] : [],
    );
    const names = Map.groupBy(properties, (property) =>
      resolveEncodedName(program, property, "application/xml"),
    );
    for (const [name, [first, ...others]] of names)
      if (
        others.some((field) => field.name !== first?.name || !haveSameXml(field.type, first.type))
      )
        return `${place} has several fields "${name}" of different types, which XML does not distinguish; rename one (@Xml.name).`;
    return undefined;
  }
}

/** Whether values of two types are written in the same way: as one text, or by one model. */
function haveSameXml(left: Type, right: Type): boolean {
  if (left === right) return true;
  const isText = (type: Type) => type.kind !== "Model" && type.kind !== "Union";
  return isText(left) && isText(right) && typeOfText(left) === typeOfText(right);
}

function typeOfText(type: Type): string {
  if (type.kind === "Scalar") return (type.baseScalar && typeOfText(type.baseScalar)) ?? type.name;
  return type.kind === "Number" || type.kind === "Boolean" ? type.kind : "string";
}

function derivedOf(model: Model): Model[] {
  return model.derivedModels.flatMap((derivedModel) => [derivedModel, ...derivedOf(derivedModel)]);
}

function isUnnamedListModel(model: Model): boolean {
  return isArrayModelType(model) && model.name === "Array";
}
