import {
  getEncode,
  getTypeName,
  isNullType,
  resolveEncodedName,
  walkPropertiesInherited,
  type Model,
  type ModelProperty,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { isObject } from "@contract-toolkit/contract";
import { objectText, typeSpecString, valueText } from "@contract-toolkit/import/texts";
import { findResult } from "@contract-toolkit/schemas/find-result";

/**
 * Writes a JSON value as a TypeSpec value of a type; undefined if it is none, or has no literal.
 *
 * @param encoding of the property that has the type
 */
export function writeValue(
  program: Program,
  type: Type,
  value: unknown,
  encoding?: string,
): string | undefined {
  switch (type.kind) {
    case "ModelProperty":
      return writeValue(program, type.type, value, getEncode(program, type)?.encoding);
    case "Scalar":
      return writeScalar(program, type, value, encoding);
    case "Model":
      return writeModel(program, type, value);
    case "Union":
      return firstWritten([...type.variants.values()].map((variant) => variant.type));
    case "Enum":
      return firstWritten([...type.members.values()]);
    case "EnumMember":
      return (type.value ?? type.name) === value ? getTypeName(type) : undefined;
    case "String":
    case "Number":
    case "Boolean":
      return type.value === value ? valueText(value) : undefined;
    case "Intrinsic":
      if (isNullType(type)) return value === null ? "null" : undefined;
      return type.name === "unknown" ? valueText(value) : undefined;
    default:
      return undefined;
  }

  function firstWritten(types: readonly Type[]): string | undefined {
    return findResult(types, (variant) => writeValue(program, variant, value, encoding));
  }
}

function writeModel(program: Program, model: Model, value: unknown): string | undefined {
  const { indexer } = model;
  if (indexer?.key.name === "integer") {
    if (!Array.isArray(value)) return undefined;
    const items = value.map((item) => writeValue(program, indexer.value, item));
    return items.includes(undefined) ? undefined : `#[${items.join(", ")}]`;
  }
  if (!isObject(value)) return undefined;
  const members = writeMembers(program, model, value);
  return members && objectText(members);
}

/** Writes the fields of an object, by the names of their properties; undefined if they are not those of the model. */
export function writeMembers(
  program: Program,
  model: Model,
  value: Readonly<Record<string, unknown>>,
): [name: string, text: string][] | undefined {
  const properties = propertiesByName(program, model);
  const isMissing = [...properties].some(
    ([name, { optional }]) => !optional && !Object.hasOwn(value, name),
  );
  if (isMissing) return undefined;
  const members = Object.entries(value).map(([name, field]) => {
    const property = properties.get(name);
    const type: Type | undefined = property ?? model.indexer?.value;
    return [property?.name ?? name, type && writeValue(program, type, field)] as const;
  });
  const written = members.flatMap(([name, text]): [string, string][] =>
    text === undefined ? [] : [[name, text]],
  );
  return written.length === members.length ? written : undefined;
}

/** The properties of a model by their names in JSON. */
export function propertiesByName(program: Program, model: Model): Map<string, ModelProperty> {
  return new Map(
    [...walkPropertiesInherited(model)].map((property) => [
      resolveEncodedName(program, property, "application/json"),
      property,
    ]),
  );
}

function writeScalar(
  program: Program,
  scalar: Scalar,
  value: unknown,
  encoding = getEncode(program, scalar)?.encoding,
): string | undefined {
  const { name } = standardScalar(scalar);
  if (timeScalars.has(name)) {
    const iso = isoOf(encoding, value);
    return iso === undefined ? undefined : `${getTypeName(scalar)}.fromISO(${typeSpecString(iso)})`;
  }
  if (name === "bytes") return undefined;
  const form = name === "string" || name === "boolean" ? name : "number";
  return typeof value === form ? valueText(value) : undefined;
}

function standardScalar(scalar: Scalar): Scalar {
  const { name, baseScalar } = scalar;
  return baseScalar && !["string", ...timeScalars].includes(name)
    ? standardScalar(baseScalar)
    : scalar;
}

function isoOf(encoding: string | undefined, value: unknown): string | undefined {
  if (encoding === "unixTimestamp")
    return typeof value === "number" ? new Date(value * 1000).toISOString() : undefined;
  return typeof value === "string" ? value : undefined;
}

const timeScalars: ReadonlySet<string> = new Set([
  ...["utcDateTime", "offsetDateTime", "plainDate", "plainTime", "duration"],
]);
