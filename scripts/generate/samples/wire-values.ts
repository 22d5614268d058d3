import {
  getDiscriminatedUnion,
  getDiscriminatedUnionFromInheritance,
  getDiscriminator,
  getProperty,
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
import { isVisible, type Visibility } from "@typespec/http";
import { isObject } from "@contract-toolkit/contract";
import { isAsString } from "../program-mutations/number-texts.ts";

/**
 * Converts a value from the compiler's JSON to its form on the wire. It adds the envelope of `@discriminated` and the
 * fields of a derived model (`@discriminator`), writes numbers and booleans with `@encode(string)` as strings, and removes fields
 * that are not visible in the message. The compiler does none of this.
 *
 * @param json the value as the compiler has written it
 */
export function asOnWire(writer: ValueWriter, value: Value, type: Type, json: unknown): unknown {
  const { program } = writer;
  if (type.kind === "Union") return writeUnionValue(writer, value, type, json);
  if (type.kind === "ModelProperty")
    return isTextScalar(program, type, json)
      ? String(json)
      : asOnWire(writer, value, type.type, json);
  if (type.kind === "Scalar") return isTextScalar(program, type, json) ? String(json) : json;
  if (type.kind === "Model") return writeModelValue(writer, value, type, json);
  return json;
}

interface ValueWriter {
  readonly program: Program;
  /** Writes a value as the compiler does. */
  readonly write: (value: Value, type: Type) => unknown;
  /** Visibility of the message with the value. */
  readonly visibility: Visibility;
}

function writeUnionValue(writer: ValueWriter, value: Value, union: Union, json: unknown): unknown {
  const { program } = writer;
  const [, variant] = variantOf(program, value, union) ?? [];
  if (!variant) return json;
  // The compiler does not find the variant of a list, so it writes its items without their encodings.
  const isList = value.valueKind === "ArrayValue";
  const written = isList ? writer.write(value, variant.type) : json;
  const inside = asOnWire(writer, value, variant.type, written);
  const [discriminated] = getDiscriminatedUnion(program, union);
  if (discriminated?.options.envelope !== "object") return inside;
  const { discriminatorPropertyName, envelopePropertyName } = discriminated.options;
  return {
    [discriminatorPropertyName]: String(variant.name),
    [envelopePropertyName]: inside,
  };
}

/** The variant of a value: the first that it is assignable to, as in the compiler. */
export function variantOf(program: Program, value: Value, { variants }: Union) {
  const exact = program.checker.getValueExactType(value) ?? value.type;
  const { isAssignableTo } = $(program).type;
  return [...variants].find(([, { type }]) => isAssignableTo(exact, type, value));
}

function writeModelValue(writer: ValueWriter, value: Value, model: Model, json: unknown): unknown {
  const { program } = writer;
  const items = model.indexer?.value;
  if (value.valueKind === "ArrayValue" && Array.isArray(json))
    return items
      ? value.values.map((value, index) => asOnWire(writer, value, items, json[index]))
      : json;
  if (value.valueKind !== "ObjectValue" || !isObject(json)) return json;
  const derived = derivedModel(program, value, model);
  if (derived) return asOnWire(writer, value, derived, writer.write(value, derived));
  const written = new Map(Object.entries(json));
  for (const { name, value: inside } of value.properties.values()) {
    const property = getProperty(model, name);
    const type = property ?? items;
    const key = property ? resolveEncodedName(program, property, "application/json") : name;
    if (property && !isVisible(program, property, writer.visibility)) written.delete(key);
    else if (type && written.has(key))
      written.set(key, asOnWire(writer, inside, type, written.get(key)));
  }
  return Object.fromEntries(written);
}

/** The derived model that the discriminator of a value names. */
function derivedModel(program: Program, value: Value, model: Model): Model | undefined {
  if (value.valueKind !== "ObjectValue") return undefined;
  for (let base: Model | undefined = model; base; base = base.baseModel) {
    const discriminator = getDiscriminator(program, base);
    if (!discriminator) continue;
    const [{ variants }] = getDiscriminatedUnionFromInheritance(base, discriminator);
    const named = value.properties.get(discriminator.propertyName)?.value;
    const variant = variants.get(named === undefined ? "" : discriminatorText(named));
    if (variant && isDerivedModel(variant, model)) return variant;
  }
  return undefined;
}

function discriminatorText(value: Value): string {
  if (value.valueKind === "EnumValue") return String(value.value.value ?? value.value.name);
  return value.valueKind === "StringValue" ? value.value : "";
}

function isDerivedModel({ baseModel }: Model, model: Model): boolean {
  return baseModel !== undefined && (baseModel === model || isDerivedModel(baseModel, model));
}

function isTextScalar(program: Program, type: ModelProperty | Scalar, json: unknown): boolean {
  if (typeof json !== "number" && typeof json !== "boolean") return false;
  if (isAsString(program, type)) return true;
  return (
    type.kind === "Scalar" &&
    type.baseScalar !== undefined &&
    isTextScalar(program, type.baseScalar, json)
  );
}
