import {
  getDiscriminatedUnion,
  getEncode,
  resolveEncodedName,
  type Model,
  type ModelProperty,
  type Program,
  type Scalar,
  type Type,
  type Union,
  type Value,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { isObject } from "@contract-toolkit/kernel";

/**
 * What a value that the compiler has written as JSON is on the wire: with the envelope that `@discriminated` puts around a
 * variant, and numbers as texts where `@encode(string)` says so. The compiler writes neither.
 *
 * @param json the value as the compiler has written it
 */
export function asOnWire(program: Program, value: Value, type: Type, json: unknown): unknown {
  if (type.kind === "Union") return ofUnion(program, value, type, json);
  if (type.kind === "ModelProperty")
    return isText(program, type, json) ? String(json) : asOnWire(program, value, type.type, json);
  if (type.kind === "Scalar") return isText(program, type, json) ? String(json) : json;
  if (type.kind === "Model") return ofModel(program, value, type, json);
  return json;
}

function ofUnion(program: Program, value: Value, union: Union, json: unknown): unknown {
  const { checker } = program;
  const exact = checker.getValueExactType(value) ?? value.type;
  // The compiler takes the first as well.
  const variant = [...union.variants.values()].find(({ type }) =>
    $(program).type.isAssignableTo(exact, type, value),
  );
  if (!variant) return json;
  const inside = asOnWire(program, value, variant.type, json);
  const [discriminated] = getDiscriminatedUnion(program, union);
  if (discriminated?.options.envelope !== "object") return inside;
  const { discriminatorPropertyName, envelopePropertyName } = discriminated.options;
  return {
    [discriminatorPropertyName]: String(variant.name),
    [envelopePropertyName]: inside,
  };
}

function ofModel(program: Program, value: Value, model: Model, json: unknown): unknown {
  const items = model.indexer?.value;
  if (value.valueKind === "ArrayValue" && Array.isArray(json))
    return items
      ? value.values.map((each, index) => asOnWire(program, each, items, json[index]))
      : json;
  if (value.valueKind !== "ObjectValue" || !isObject(json)) return json;
  const written = new Map(Object.entries(json));
  for (const { name, value: inside } of value.properties.values()) {
    const property = propertyOf(model, name);
    const type = property ?? items;
    const key = property ? resolveEncodedName(program, property, "application/json") : name;
    if (type && written.has(key))
      written.set(key, asOnWire(program, inside, type, written.get(key)));
  }
  return Object.fromEntries(written);
}

function propertyOf(model: Model, name: string): ModelProperty | undefined {
  return model.properties.get(name) ?? (model.baseModel && propertyOf(model.baseModel, name));
}

/** A number that travels as a text. */
function isText(program: Program, type: ModelProperty | Scalar, json: unknown): boolean {
  return typeof json === "number" && getEncode(program, type)?.type.name === "string";
}
