import {
  getDiscriminatedUnion,
  resolveEncodedName,
  walkPropertiesInherited,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
  type Union,
  type Value,
} from "@typespec/compiler";
import { isObject } from "@contract-toolkit/contract";
import { variantOf } from "./wire-values.ts";

interface Versions {
  readonly written: Type;
  readonly version: Type;
}

/**
 * Converts a sample to a version: removes fields that the version lacks, and renames fields.
 *
 * @param json the value as JSON of the written type
 */
export function atVersion(program: Program, value: Value, types: Versions, json: unknown): unknown {
  const { written, version } = types;
  if (written === version) return json;
  if (written.kind === "ModelProperty" && version.kind === "ModelProperty")
    return atVersion(program, value, { written: written.type, version: version.type }, json);
  if (written.kind === "Union" && version.kind === "Union")
    return translateUnionValue(program, value, written, version, json);
  if (written.kind === "Model" && version.kind === "Model")
    return translateModelValue(program, value, written, version, json);
  return json;
}

function translateUnionValue(
  program: Program,
  value: Value,
  written: Union,
  version: Union,
  json: unknown,
): unknown {
  const [key, variant] = variantOf(program, value, written) ?? [];
  // The variants of an unnamed union have other keys in the version.
  const same =
    (key === undefined ? undefined : version.variants.get(key)) ??
    [...version.variants.values()].find(
      (unionVariant) => variant && haveSameNode(unionVariant, variant),
    );
  if (!variant || !same) return json;
  const types = { written: variant.type, version: same.type };
  const [discriminated] = getDiscriminatedUnion(program, written);
  if (discriminated?.options.envelope !== "object" || !isObject(json))
    return atVersion(program, value, types, json);
  const name = discriminated.options.envelopePropertyName;
  return { ...json, [name]: atVersion(program, value, types, json[name]) };
}

function translateModelValue(
  program: Program,
  value: Value,
  written: Model,
  version: Model,
  json: unknown,
): unknown {
  const [items, itemsOfVersion] = [written.indexer?.value, version.indexer?.value];
  if (value.valueKind === "ArrayValue" && Array.isArray(json) && items && itemsOfVersion)
    return value.values.map((value, index) =>
      atVersion(program, value, { written: items, version: itemsOfVersion }, json[index]),
    );
  if (value.valueKind !== "ObjectValue" || !isObject(json)) return json;
  const entries = [...walkPropertiesInherited(written)].flatMap((property) => {
    const inside = value.properties.get(property.name)?.value;
    const same = [...walkPropertiesInherited(version)].find((field) =>
      haveSameNode(field, property),
    );
    if (!inside || !same) return [];
    const before = json[encodedPropertyName(program, property)];
    return [
      [
        encodedPropertyName(program, same),
        atVersion(program, inside, { written: property, version: same }, before),
      ] as const,
    ];
  });
  const names = new Set(
    [...walkPropertiesInherited(written)].map((field) => encodedPropertyName(program, field)),
  );
  const rest = Object.entries(json).filter(([name]) => !names.has(name));
  return Object.fromEntries([...entries, ...rest]);
}

/** A part of a version has the syntax node of the part that it was copied from. */
function haveSameNode(left: Type, right: Type): boolean {
  return left.node !== undefined && left.node === right.node;
}

function encodedPropertyName(program: Program, property: ModelProperty): string {
  return resolveEncodedName(program, property, "application/json");
}
