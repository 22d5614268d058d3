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
} from "../plain-schema.ts";
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

/** Writes types. Those that TypeSpec can only declare get a declaration of their own. */
export class TypeWriter {
  readonly document: Node;
  readonly report: Report;
  readonly #names: Set<string>;
  readonly #written: string[] = [];
  readonly #xml: ReturnType<typeof createXmlWriter>;

  constructor(document: Node, taken: readonly string[], report: Report) {
    this.document = document;
    this.report = report;
    this.#names = new Set([...Object.keys(componentSchemas(document)), ...taken]);
    this.#xml = createXmlWriter(document, {
      nameFor: (path) => this.nameFor(path),
      declare: (name, schema) => {
        this.#declare(name, schema);
      },
      write: (declaration) => void this.#written.push(declaration),
    });
  }

  /** The declarations of all named schemas, and of those that were found. */
  declarations(): string[] {
    for (const [name, schema] of Object.entries(componentSchemas(this.document)))
      this.#declare(name, schema);
    return this.#written;
  }

  /** Whether a type that was written is in a body of XML. */
  usesXml(): boolean {
    return this.#xml.isUsed();
  }

  /** The type of a body of XML, whose name is that of the root element. */
  rootOf(schema: unknown, path: Path): string {
    return this.#xml.rootType(schema) ?? this.typeOf(schema, path);
  }

  /** A name that no declaration has. */
  nameFor(path: Path): string {
    const name = findFreeName(componentNameAt(path).replace(ofRequests, "$&Type") || "Type", {
      includes: (text) => this.#names.has(text),
    });
    this.#names.add(name);
    this.#xml.inherit(path, name);
    return name;
  }

  /** A type without decorators. */
  typeOf(schema: unknown, path: Path): string {
    const { variants, decorators } = this.#writtenType(plainSchema(schema, this.document), path);
    return decorators.length > 0 ? this.#declared(schema, path) : variants.join(" | ");
  }

  #declared(schema: unknown, path: Path): string {
    const name = this.nameFor(path);
    this.#declare(name, schema);
    return typeSpecIdentifier(name);
  }

  #writtenType(plain: PlainSchema, path: Path): WrittenType {
    const { variants, decorators } = this.#writeNonNullType(plain, path);
    return { variants: plain.isNullable ? [...variants, "null"] : variants, decorators };
  }

  #writeNonNullType(plain: PlainSchema, path: Path): WrittenType {
    const { schema } = plain;
    const { $ref, type } = schema;
    if (typeof $ref === "string") return plainType(referenceName($ref));
    const values = listedValues(schema);
    if (isNever(schema) || values?.length === 0) {
      this.report(schema, "a schema that allows no value: now any value");
      return plainType("unknown");
    }
    if (values?.some(isContainer)) return plainType("unknown");
    if (values) return plainType(...values.map(valueText));
    if (unionKey(schema) !== undefined) return this.#unionType(schema, path);
    if (Array.isArray(type))
      return plainType(
        ...itemsOrEmpty(type).map((item) =>
          this.typeOf({ ...schema, type: item }, [...path, String(item)]),
        ),
      );
    if (isList(schema)) return this.#listType(schema, path);
    if (isObjectSchema(schema) || plain.bases.length > 0)
      return {
        variants: [this.#objectType(plain, path)],
        decorators: limitDecorators(schema, objectLimits),
      };
    return writeScalarType(schema);
  }

  #unionType(schema: Node, path: Path): WrittenType {
    if (discriminatedVariants(schema, this.document))
      return plainType(this.#declared(schema, path));
    const key = unionKey(schema) ?? "anyOf";
    const all = nodesIn(schema[key]);
    const possible = all.filter((variant) => !allowsNoValue(variant, this.document));
    const variants = (possible.length > 0 ? possible : all).map((variant, index) => {
      const own = [...path, stringOrUndefined(variant["title"]) ?? `Variant${index + 1}`];
      const plain = plainSchema(variant, this.document);
      const isUnion = plain.isNullable || unionKey(plain.schema) !== undefined;
      // A value may fit several members of an alternative that is a union.
      return key === "oneOf" && isUnion ? this.#declared(variant, own) : this.typeOf(variant, own);
    });
    return {
      variants: [...new Set(variants)],
      decorators: key === "oneOf" && variants.length > 1 ? ["@oneOf"] : [],
    };
  }

  #listType(schema: Node, path: Path): WrittenType {
    const item =
      this.#xml.itemType(schema, path) ?? this.typeOf(schema["items"], [...path, "Element"]);
    if (nodeOrEmpty(schema["items"])["default"] !== undefined)
      this.report(schema["items"], "default of the items of a list: removed");
    return {
      variants: [/[|&]/.test(item) ? `(${item})[]` : `${item}[]`],
      decorators: limitDecorators(schema, listLimits),
    };
  }

  #objectType(plain: PlainSchema, path: Path): string {
    const only = recordOnly(plain);
    if (only !== undefined) return `Record<${this.typeOf(only, [...path, "Value"])}>`;
    const body = `{\n${this.#writeMembers(plain, path)}}`;
    // The compiler takes a model without a name whose fields are those of another one as that one.
    if (plain.bases.length === 0 || "properties" in plain.schema) return body;
    const name = typeSpecIdentifier(this.nameFor(path));
    this.#written.push(`model ${name} ${body}`);
    return name;
  }

  #writeMembers(plain: PlainSchema, path: Path): string {
    const { schema, bases } = plain;
    const required = itemsOrEmpty(schema["required"]);
    const spreads = bases.map(($ref) => `...${referenceName($ref)}`);
    const { additionalProperties: rest = true } = schema;
    const known = nodeOrEmpty(wholeObject(plain)["properties"]);
    const properties = { ...nodeOrEmpty(schema["properties"]) };
    for (const name of rest === false ? [] : required.map(String))
      if (!Object.hasOwn(known, name)) properties[name] = rest === true ? {} : rest;
    const members = Object.entries(properties).map(([name, property]) =>
      this.memberOf({
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
        : [`...Record<${more === false ? "never" : this.typeOf(more, [...path, "Value"])}>`];
    return [...spreads, ...members, ...others].map((spread) => `${spread};\n`).join("");
  }

  /** A member of a model or a parameter, without its comma or semicolon. */
  memberOf(member: Member): string {
    const { name, schema, isRequired, path } = member;
    const plain = plainSchema(schema, this.document);
    const { variants, decorators } =
      member.type === undefined ? this.#writtenType(plain, path) : plainType(member.type);
    const notes =
      member.type === undefined
        ? this.#writeNoteDecorators(plain.schema, schema, member.example)
        : [];
    const { default: value } = plain.schema;
    // The generator refuses such a field of a body with a default, which programs in JavaScript lose.
    const isLost = isInherited(name) && member.decorators === undefined;
    const text =
      value === undefined || isLost || member.type !== undefined
        ? undefined
        : typedValue(plain, value, this.document);
    if (value !== undefined && text === undefined) {
      const why = isLost
        ? ` of a field named "${name}"`
        : member.type === undefined
          ? ", which is not a value of its schema or not exact"
          : " of a part of a form";
      this.report(schema, `default ${JSON.stringify(value)}${why}: removed`);
    }
    const isDeprecated = member.isDeprecated === true || plain.schema["deprecated"] === true;
    return [
      ...documentation(member.description ?? plain.schema["description"]),
      ...(isDeprecated ? [`#deprecated "deprecated"`] : []),
      ...notes,
      ...this.#visibilityOf(plain.schema),
      ...decorators,
      ...this.#xml.ofProperty(name, schema, path),
      ...(member.decorators ?? []),
      `${typeSpecIdentifier(name)}${isRequired ? "" : "?"}: ${variants.join(" | ")}${text === undefined ? "" : ` = ${text}`}`,
    ].join("\n");
  }

  /** Decorators that only inform. */
  #writeNoteDecorators(
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
      const text = typedValue(plainSchema(source, this.document), example, this.document, name);
      if (text === undefined)
        this.report(source, "an example that is not a value of its schema: removed");
      else notes.push(`@example(${text})`);
    }
    return notes;
  }

  #visibilityOf(schema: Node): string[] {
    const referred = { ...referredSchema(schema, this.document), ...schema };
    if (referred["readOnly"] === true) return ["@visibility(Lifecycle.Read)"];
    return referred["writeOnly"] === true ? [`@visibility(${inRequests})`] : [];
  }

  #declare(name: string, source: unknown): void {
    const plain = plainSchema(source, this.document);
    const { schema } = plain;
    const own = plain.isNullable ? undefined : typeSpecIdentifier(name);
    const head = [
      ...documentation(schema["description"]),
      ...(schema["deprecated"] === true ? [`#deprecated "deprecated"`] : []),
      ...this.#writeNoteDecorators(schema, source, undefined, own),
      ...this.#xml.ofType(name, source),
    ];
    if (schema["default"] !== undefined && !listedValues(schema))
      this.report(source, "default of a named schema: removed");
    const lines = this.#declarationOf(name, plain);
    const isAlias = lines[0]?.startsWith("alias ");
    this.#written.push([...(isAlias ? [] : head), ...lines].join("\n"));
  }

  /** A union, with or without a discriminator, a model, a list, a scalar, or an alias of what nothing can extend. */
  #declarationOf(name: string, plain: PlainSchema): string[] {
    const { schema, bases, isNullable } = plain;
    const own = typeSpecIdentifier(name);
    const variants = isNullable ? undefined : discriminatedVariants(schema, this.document);
    if (variants) return this.#discriminatedUnion(name, variants);
    const isUnion = [listedValues(schema), unionKey(schema)].some((part) => part !== undefined);
    if (isUnion || Array.isArray(schema["type"]))
      return unionOf(own, plain, this.#writeNonNullType(plain, [name]));
    if (isNullable) {
      const allOf = bases.map(($ref) => ({ $ref }));
      const value = { ...schema, ...(allOf.length > 0 && { allOf }) };
      return unionOf(own, plain, plainType(this.typeOf(value, [name, "Value"])));
    }
    if (isObjectSchema(schema) || bases.length > 0)
      return [
        ...limitDecorators(schema, objectLimits),
        `model ${own} {\n${this.#writeMembers(plain, [name])}}`,
      ];
    const whole = this.#writeNonNullType(plain, [name]);
    const type = whole.variants.join(" | ");
    if ("$ref" in schema || notExtended.has(type)) return [`alias ${own} = ${type};`];
    const extended = isList(schema) ? `model ${own} is` : `scalar ${own} extends`;
    return [...whole.decorators, `${extended} ${type};`];
  }

  #discriminatedUnion(name: string, { property, variants }: DiscriminatedVariants): string[] {
    const members = variants.map(({ value, variant, isNarrowed }) => {
      const type = this.typeOf(variant, [name, value]);
      const own = isNarrowed
        ? this.#narrowed(this.nameFor([name, value]), type, variant, property, value)
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
  #narrowed(name: string, type: string, variant: Node, property: string, value: string): string {
    const properties = { [property]: { type: "string", enum: [value] } };
    const tag = { type: "object", properties, required: [property] };
    if (this.#isClosedVariant(variant))
      this.#declare(name, { allOf: [referredSchema(variant, this.document), tag] });
    else
      this.#written.push(
        `model ${name} extends ${type} {\n${typeSpecIdentifier(property)}: ${typeSpecString(value)};\n}`,
      );
    return name;
  }

  /** Whether a model that extends this one could not have a property of its own. */
  #isClosedVariant(variant: Node): boolean {
    const plain = plainSchema(referredSchema(variant, this.document), this.document);
    return "additionalProperties" in wholeObject(plain);
  }
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
