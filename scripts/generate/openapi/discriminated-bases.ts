import {
  type OpenApiDocument,
  referredName,
  type Schema,
  schemaReference,
} from "@contract-toolkit/contract";
import { findFreeName } from "@contract-toolkit/schemas/documents/nodes";

/**
 * Turns each model with `@discriminator`, and each model between it and its variants, into a union of the variants. Its
 * own fields move to a new component `<name>Base`, which the variants extend. The emitter writes such a model as an
 * object with only the common fields (OpenAPI, Discriminator Object), so the fields of the variants would not be
 * validated.
 */
export function withDiscriminatedBases(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const unions = findDiscriminatedUnions(schemas);
  for (const [name, discriminator] of unions) {
    const schema = schemas[name] ?? {};
    const base = findFreeName(`${name}Base`, Object.keys(schemas));
    schemas[base] = pick(schema, (keyword) => !isUnionKeyword(keyword));
    schemas[name] = {
      ...pick(schema, (keyword) => isUnionKeyword(keyword) || ofBoth.has(keyword)),
      oneOf: [...new Set(Object.values(discriminator.mapping))].map(($ref) => ({ $ref })),
      discriminator,
    };
    for (const heir of Object.values(schemas))
      for (const part of allOfParents(heir))
        if (referredName(part) === name) part.$ref = schemaReference(base);
  }
  // A discriminator without variants means nothing.
  for (const schema of Object.values(schemas))
    if (!schema.oneOf && !schema.anyOf) delete schema.discriminator;
  return document;
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** Discriminators of the components that other models extend, by component name. */
function findDiscriminatedUnions(
  schemas: Readonly<Record<string, Schema>>,
): Map<string, Discriminator> {
  const found = new Map<string, Discriminator>();
  for (const [name, { discriminator, oneOf, anyOf }] of Object.entries(schemas)) {
    if (!discriminator?.mapping || oneOf || anyOf) continue;
    const { propertyName, mapping } = discriminator;
    for (const [value, $ref] of Object.entries(mapping)) {
      for (const above of aboveOf(referredName({ $ref }) ?? "", name, schemas)) {
        if (above !== name && schemas[above]?.discriminator) continue;
        const known = found.get(above)?.mapping;
        found.set(above, { propertyName, mapping: { ...known, [value]: $ref } });
      }
    }
  }
  return found;
}

/** The ancestors of a component up to `last`; empty if `last` is not one of them. */
function aboveOf(
  name: string,
  last: string,
  schemas: Readonly<Record<string, Schema>>,
): readonly string[] {
  for (const part of allOfParents(schemas[name] ?? {})) {
    const above = referredName(part);
    if (above === undefined) continue;
    if (above === last) return [above];
    const further = aboveOf(above, last, schemas);
    if (further.length > 0) return [above, ...further];
  }
  return [];
}

function allOfParents({ allOf = [] }: Schema): readonly Schema[] {
  return allOf;
}

/** Keywords that describe the union. The others describe the common fields. */
function isUnionKeyword(keyword: string): boolean {
  return (
    ["title", "discriminator", "example", "examples", "externalDocs", "nullable"].includes(
      keyword,
    ) ||
    (keyword.startsWith("x-") && !ofBoth.has(keyword))
  );
}

const ofBoth: ReadonlySet<string> = new Set(["description", "deprecated", "x-source"]);

function pick(schema: Schema, isKept: (keyword: string) => boolean): Schema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => isKept(keyword)));
}
