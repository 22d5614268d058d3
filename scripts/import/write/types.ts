/** Schemas as types of TypeSpec. */
import { unionKey } from "@contract-toolkit/schemas/documents/own-variants";
import { isContainer, isInherited, isObject } from "@contract-toolkit/contract";
import {
  findFreeName,
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { componentNameAt, type Path } from "../fixes/names.ts";
import { componentSchemas } from "../document.ts";
import { discriminatedVariants, type DiscriminatedVariants } from "./discriminators.ts";
import {
  allowsNoValue,
  isList,
  isObjectSchema,
  plainSchema,
  recordOnly,
  referredSchema,
  listedValues,
  wholeObject,
  type PlainSchema,
} from "./plain-schema.ts";
import { limitDecorators, plainType, writeScalarType, type WrittenType } from "./scalars.ts";
import {
  documentation,
  extensionsOf,
  externalDocumentation,
  typeSpecIdentifier,
  objectText,
  typeSpecString,
  referenceName,
  valueText,
} from "./texts.ts";
import { typedValue } from "./values.ts";
import { createXmlWriter } from "./xml.ts";

/**
 * Says that something of a part of the document is not in the TypeSpec.
 *
 * @param isLoss whether a comparison of the messages does not show it
 */
export type Report = (part: unknown, what: string, isLoss?: boolean) => void;

/** Writes types. Those that TypeSpec can only declare get a declaration of their own. */
export interface TypeWriter {
  readonly document: Node;
  readonly report: Report;
  /** A type without decorators. */
  typeOf(schema: unknown, path: Path): string;
  /** The type of a body of XML, whose name is that of the root element. */
  rootOf(schema: unknown, path: Path): string;
  /** Whether a type that was written is in a body of XML. */
  usesXml(): boolean;
  /** A member of a model or a parameter, without its comma or semicolon. */
  memberOf(member: Member): string;
  /** The declarations of all named schemas, and of those that were found. */
  declarations(): string[];
  /** A name that no declaration has. */
  nameFor(path: Path): string;
}

interface Member {
  readonly name: string;
  readonly schema: unknown;
  readonly isRequired: boolean;
  readonly path: Path;
  /** Decorators before those of the schema. */
  readonly decorators?: readonly string[];
  /** The documentation, if it is not that of the schema. */
  readonly description?: unknown;
  readonly isDeprecated?: boolean;
  readonly example?: unknown;
  /** The type, if it is not that of the schema. */
  readonly type?: string;
}

export function createTypeWriter(
  document: Node,
  taken: readonly string[],
  report: Report,
): TypeWriter {
  const names = new Set<string>([...Object.keys(componentSchemas(document)), ...taken]);
  const written: string[] = [];
  const write = (declaration: string) => void written.push(declaration);
  const xml = createXmlWriter(document, { nameFor, declare, write });

  function nameFor(path: Path): string {
    const name = findFreeName(componentNameAt(path).replace(ofRequests, "$&Type") || "Type", {
      includes: (text) => names.has(text),
    });
    names.add(name);
    xml.inherit(path, name);
    return name;
  }

  function writeTypeReference(schema: unknown, path: Path): string {
    const { variants, decorators } = writtenType(plainSchema(schema, document), path);
    return decorators.length > 0 ? declared(schema, path) : variants.join(" | ");
  }

  function declared(schema: unknown, path: Path): string {
    const name = nameFor(path);
    declare(name, schema);
    return typeSpecIdentifier(name);
  }

  function writtenType(plain: PlainSchema, path: Path): WrittenType {
    const { variants, decorators } = writeNonNullType(plain, path);
    return { variants: plain.isNullable ? [...variants, "null"] : variants, decorators };
  }

  function writeNonNullType(plain: PlainSchema, path: Path): WrittenType {
    const { schema } = plain;
    const { $ref, type } = schema;
    if (typeof $ref === "string") return plainType(referenceName($ref));
    const values = listedValues(schema);
    if (isNever(schema) || values?.length === 0) {
      report(schema, "a schema that allows no value: now any value");
      return plainType("unknown");
    }
    if (values?.some(isContainer)) return plainType("unknown");
    if (values) return plainType(...values.map(valueText));
    if (unionKey(schema) !== undefined) return unionType(schema, path);
    if (Array.isArray(type))
      return plainType(
        ...itemsOrEmpty(type).map((item) =>
          writeTypeReference({ ...schema, type: item }, [...path, String(item)]),
        ),
      );
    if (isList(schema)) return listType(schema, path);
    if (isObjectSchema(schema) || plain.bases.length > 0)
      return {
        variants: [objectType(plain, path)],
        decorators: limitDecorators(schema, objectLimits),
      };
    return writeScalarType(schema);
  }

  function unionType(schema: Node, path: Path): WrittenType {
    if (discriminatedVariants(schema, document)) return plainType(declared(schema, path));
    const key = unionKey(schema) ?? "anyOf";
    const all = nodesIn(schema[key]);
    const possible = all.filter((variant) => !allowsNoValue(variant, document));
    const variants = (possible.length > 0 ? possible : all).map((variant, index) => {
      const own = [...path, stringOrUndefined(variant["title"]) ?? `Variant${index + 1}`];
      const plain = plainSchema(variant, document);
      const isUnion = plain.isNullable || unionKey(plain.schema) !== undefined;
      // A value may fit several members of an alternative that is a union.
      return key === "oneOf" && isUnion ? declared(variant, own) : writeTypeReference(variant, own);
    });
    return {
      variants: [...new Set(variants)],
      decorators: key === "oneOf" && variants.length > 1 ? ["@oneOf"] : [],
    };
  }

  function listType(schema: Node, path: Path): WrittenType {
    const item =
      xml.itemType(schema, path) ?? writeTypeReference(schema["items"], [...path, "Element"]);
    if (nodeOrEmpty(schema["items"])["default"] !== undefined)
      report(schema["items"], "default of the items of a list: removed");
    return {
      variants: [/[|&]/.test(item) ? `(${item})[]` : `${item}[]`],
      decorators: limitDecorators(schema, listLimits),
    };
  }

  function objectType(plain: PlainSchema, path: Path): string {
    const only = recordOnly(plain);
    if (only !== undefined) return `Record<${writeTypeReference(only, [...path, "Value"])}>`;
    const body = `{\n${writeMembers(plain, path)}}`;
    // The compiler takes a model without a name whose fields are those of another one as that one.
    if (plain.bases.length === 0 || "properties" in plain.schema) return body;
    const name = typeSpecIdentifier(nameFor(path));
    write(`model ${name} ${body}`);
    return name;
  }

  function writeMembers(plain: PlainSchema, path: Path): string {
    const { schema, bases } = plain;
    const required = itemsOrEmpty(schema["required"]);
    const spreads = bases.map(($ref) => `...${referenceName($ref)}`);
    const { additionalProperties: rest = true } = schema;
    const known = nodeOrEmpty(wholeObject(plain)["properties"]);
    const properties = { ...nodeOrEmpty(schema["properties"]) };
    for (const name of rest === false ? [] : required.map(String))
      if (!Object.hasOwn(known, name)) properties[name] = rest === true ? {} : rest;
    const members = Object.entries(properties).map(([name, property]) =>
      writeMember({
        name,
        schema: property,
        isRequired: required.includes(name),
        path: [...path, name],
      }),
    );
    const more = recordOnly(plain) ?? schema["additionalProperties"];
    const others =
      more === undefined
        ? []
        : [`...Record<${more === false ? "never" : writeTypeReference(more, [...path, "Value"])}>`];
    return [...spreads, ...members, ...others].map((spread) => `${spread};\n`).join("");
  }

  function writeMember(member: Member): string {
    const { name, schema, isRequired, path } = member;
    const plain = plainSchema(schema, document);
    const { variants, decorators } =
      member.type === undefined ? writtenType(plain, path) : plainType(member.type);
    const notes =
      member.type === undefined ? writeNoteDecorators(plain.schema, schema, member.example) : [];
    const { default: value } = plain.schema;
    // The generator refuses such a field of a body with a default, which programs in JavaScript lose.
    const isLost = isInherited(name) && member.decorators === undefined;
    const text =
      value === undefined || isLost || member.type !== undefined
        ? undefined
        : typedValue(plain, value, document);
    if (value !== undefined && text === undefined) {
      const why = isLost
        ? ` of a field named "${name}"`
        : member.type === undefined
          ? ", which is not a value of its schema or not exact"
          : " of a part of a form";
      report(schema, `default ${JSON.stringify(value)}${why}: removed`);
    }
    const isDeprecated = member.isDeprecated === true || plain.schema["deprecated"] === true;
    return [
      ...documentation(member.description ?? plain.schema["description"]),
      ...(isDeprecated ? [`#deprecated "deprecated"`] : []),
      ...notes,
      ...visibilityOf(plain.schema),
      ...decorators,
      ...xml.ofProperty(name, schema, path),
      ...(member.decorators ?? []),
      `${typeSpecIdentifier(name)}${isRequired ? "" : "?"}: ${variants.join(" | ")}${text === undefined ? "" : ` = ${text}`}`,
    ].join("\n");
  }

  /** Decorators that only inform. */
  function writeNoteDecorators(
    schema: Node,
    source: unknown,
    example: unknown = schemaExample(schema),
    name?: string,
  ): string[] {
    const notes: string[] = [];
    if (typeof schema["title"] === "string" && schema["title"] !== "")
      notes.push(`@summary(${typeSpecString(schema["title"])})`);
    notes.push(...extensionsOf(schema), ...externalDocumentation(schema["externalDocs"]));
    if (example !== undefined) {
      const text = typedValue(plainSchema(source, document), example, document, name);
      if (text === undefined)
        report(source, "an example that is not a value of its schema: removed");
      else notes.push(`@example(${text})`);
    }
    return notes;
  }

  function visibilityOf(schema: Node): string[] {
    const referred = { ...referredSchema(schema, document), ...schema };
    if (referred["readOnly"] === true) return ["@visibility(Lifecycle.Read)"];
    return referred["writeOnly"] === true ? [`@visibility(${inRequests})`] : [];
  }

  function declare(name: string, source: unknown): void {
    const plain = plainSchema(source, document);
    const { schema } = plain;
    const own = plain.isNullable ? undefined : typeSpecIdentifier(name);
    const head = [
      ...documentation(schema["description"]),
      ...(schema["deprecated"] === true ? [`#deprecated "deprecated"`] : []),
      ...writeNoteDecorators(schema, source, undefined, own),
      ...xml.ofType(name, source),
    ];
    if (schema["default"] !== undefined && !listedValues(schema))
      report(source, "default of a named schema: removed");
    const lines = declarationOf(name, plain);
    const isAlias = lines[0]?.startsWith("alias ");
    written.push([...(isAlias ? [] : head), ...lines].join("\n"));
  }

  /** A union, with or without a discriminator, a model, a list, a scalar, or an alias of what nothing can extend. */
  function declarationOf(name: string, plain: PlainSchema): string[] {
    const { schema, bases, isNullable } = plain;
    const own = typeSpecIdentifier(name);
    const variants = isNullable ? undefined : discriminatedVariants(schema, document);
    if (variants) return discriminatedUnion(name, variants);
    const isUnion = [listedValues(schema), unionKey(schema)].some((part) => part !== undefined);
    if (isUnion || Array.isArray(schema["type"]))
      return unionOf(own, plain, writeNonNullType(plain, [name]));
    if (isNullable) {
      const allOf = bases.map(($ref) => ({ $ref }));
      const value = { ...schema, ...(allOf.length > 0 && { allOf }) };
      return unionOf(own, plain, plainType(writeTypeReference(value, [name, "Value"])));
    }
    if (isObjectSchema(schema) || bases.length > 0)
      return [
        ...limitDecorators(schema, objectLimits),
        `model ${own} {\n${writeMembers(plain, [name])}}`,
      ];
    const whole = writeNonNullType(plain, [name]);
    const type = whole.variants.join(" | ");
    if ("$ref" in schema || notExtended.has(type)) return [`alias ${own} = ${type};`];
    const extended = isList(schema) ? `model ${own} is` : `scalar ${own} extends`;
    return [...whole.decorators, `${extended} ${type};`];
  }

  function discriminatedUnion(
    name: string,
    { property, variants }: DiscriminatedVariants,
  ): string[] {
    const members = variants.map(({ value, variant, isNarrowed }) => {
      const type = writeTypeReference(variant, [name, value]);
      const own = isNarrowed
        ? narrowed(nameFor([name, value]), type, variant, property, value)
        : type;
      return `${typeSpecIdentifier(value)}: ${own},`;
    });
    const options = objectText([
      ["envelope", typeSpecString("none")],
      ["discriminatorPropertyName", typeSpecString(property)],
    ]);
    return [`@discriminated(${options})`, `union ${typeSpecIdentifier(name)} {`, ...members, "}"];
  }

  /** Declares a variant with its only value of the discriminator. */
  function narrowed(
    name: string,
    type: string,
    variant: Node,
    property: string,
    value: string,
  ): string {
    const properties = { [property]: { type: "string", enum: [value] } };
    const tag = { type: "object", properties, required: [property] };
    if (isClosedVariant(variant))
      declare(name, { allOf: [referredSchema(variant, document), tag] });
    else
      written.push(
        `model ${name} extends ${type} {\n${typeSpecIdentifier(property)}: ${typeSpecString(value)};\n}`,
      );
    return name;
  }

  /** Whether a model that extends this one could not have a property of its own. */
  function isClosedVariant(variant: Node): boolean {
    const plain = plainSchema(referredSchema(variant, document), document);
    return "additionalProperties" in wholeObject(plain);
  }

  return {
    document,
    report,
    typeOf: writeTypeReference,
    rootOf: (schema, path) => xml.rootType(schema) ?? writeTypeReference(schema, path),
    usesXml: xml.isUsed,
    memberOf: writeMember,
    nameFor,
    declarations() {
      for (const [name, schema] of Object.entries(componentSchemas(document)))
        declare(name, schema);
      return written;
    },
  };
}

/** Endings of the names of schemas that have the fields of one request only. */
const ofRequests = /(Create|Update|Delete|Query|Item)$/;

/** Types that no scalar can extend. */
const notExtended: ReadonlySet<string> = new Set(["unknown", "null", "never", "true", "false"]);

const listLimits = ["minItems", "maxItems", "uniqueItems"];
const objectLimits = ["minProperties", "maxProperties"];

function unionOf(name: string, { isNullable }: PlainSchema, written: WrittenType): string[] {
  const variants = [...written.variants, ...(isNullable ? ["null"] : [])];
  return [...written.decorators, `union ${name} { ${variants.join(", ")} }`];
}

function isNever({ not }: Node): boolean {
  return isObject(not) && Object.keys(not).length === 0;
}

function schemaExample({ example, examples }: Node): unknown {
  return example ?? (Array.isArray(examples) ? examples[0] : undefined);
}

const inRequests = ["Create", "Update", "Delete", "Query"]
  .map((text) => `Lifecycle.${text}`)
  .join(", ");
