import { type OpenApiDocument, referredName, type Schema } from "@contract-toolkit/kernel";

/**
 * A model with `@discriminator` stands for those that extend it: each becomes a union of them, as `@discriminated` makes one,
 * and its own fields a component beside it, which they extend. So does a model between it and them. OpenAPI (section Discriminator
 * Object) lets the emitter write such a model as an object, which says of a value no more than the fields that all have.
 */
export function withDiscriminatedBases(document: OpenApiDocument): OpenApiDocument {
  const schemas = document.components?.schemas ?? {};
  const unions = unionsOf(schemas);
  for (const [name, discriminator] of unions) {
    const schema = schemas[name] ?? {};
    const base = freeName(`${name}Base`, schemas);
    schemas[base] = pick(schema, (keyword) => !ofUnion(keyword));
    schemas[name] = {
      ...pick(schema, (keyword) => ofUnion(keyword) || ofBoth.has(keyword)),
      oneOf: [...new Set(Object.values(discriminator.mapping))].map(($ref) => ({ $ref })),
      discriminator,
    };
    for (const other of Object.values(schemas))
      for (const part of parentsOf(other))
        if (referredName(part) === name) part.$ref = componentOf(base);
  }
  // What nothing extends is told apart by nothing.
  for (const schema of Object.values(schemas))
    if (!schema.oneOf && !schema.anyOf) delete schema.discriminator;
  return document;
}

interface Discriminator {
  readonly propertyName: string;
  readonly mapping: Readonly<Record<string, string>>;
}

/** What tells the models apart that extend a component, by its name. */
function unionsOf(schemas: Readonly<Record<string, Schema>>): Map<string, Discriminator> {
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

/** The components that one extends, up to `last`; none where it does not extend that. */
function aboveOf(
  name: string,
  last: string,
  schemas: Readonly<Record<string, Schema>>,
): readonly string[] {
  for (const part of parentsOf(schemas[name] ?? {})) {
    const above = referredName(part);
    if (above === undefined) continue;
    if (above === last) return [above];
    const further = aboveOf(above, last, schemas);
    if (further.length > 0) return [above, ...further];
  }
  return [];
}

/** What a component extends; the references of its fields are another thing. */
function parentsOf({ allOf = [] }: Schema): readonly Schema[] {
  return allOf;
}

/** What is said of all values of a name; the fields are what they have in common. */
function ofUnion(keyword: string): boolean {
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

function componentOf(name: string): string {
  return `#/components/schemas/${name}`;
}

function freeName(name: string, taken: Readonly<Record<string, Schema>>): string {
  return name in taken ? freeName(`${name}_`, taken) : name;
}
