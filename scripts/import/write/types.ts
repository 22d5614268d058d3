/** Schemas as types of TypeSpec. */
import { isObject } from "@contract-toolkit/contract";
import {
  itemsOf,
  nodeOf,
  nodesIn,
  textOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { freeName, nameAt } from "../names.ts";
import { schemasOf } from "../visit-document.ts";
import { discriminatedVariants } from "./discriminators.ts";
import {
  isEmpty,
  isList,
  isObjectSchema,
  plainSchema,
  referredSchema,
  unionKey,
  valuesOf,
  wholeObject,
  type PlainSchema,
} from "./plain-schema.ts";
import { scalarOf } from "./scalars.ts";
import {
  documentation,
  identifier,
  objectText,
  quoted,
  referenceName,
  valueText,
} from "./texts.ts";
import { typedValue } from "./values.ts";
import { createXmlWriter } from "./xml.ts";

/** A type as its variants, of which most types have one, and the decorators that its property or declaration needs. */
export interface WrittenType {
  readonly variants: readonly string[];
  readonly decorators: readonly string[];
}

/** Says that something of a part of the document is not in the TypeSpec. */
export type Report = (part: unknown, what: string) => void;

/** Where a type is written, as names from outside to inside, of which a name for it is made. */
export type Path = readonly string[];

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
  const names = new Set<string>([...Object.keys(schemasOf(document)), ...taken]);
  const written: string[] = [];
  const write = (declaration: string) => void written.push(declaration);
  const xml = createXmlWriter(document, { nameFor, declare, write });

  function nameFor(path: Path): string {
    const name = freeName(nameAt(path).replace(ofRequests, "$&Type") || "Type", {
      includes: (text) => names.has(text),
    });
    names.add(name);
    xml.inherit(path, name);
    return name;
  }

  function typeOf(schema: unknown, path: Path): string {
    const { variants, decorators } = writtenType(plainSchema(schema, document), path);
    return decorators.length > 0 ? declared(schema, path) : variants.join(" | ");
  }

  function declared(schema: unknown, path: Path): string {
    const name = nameFor(path);
    declare(name, schema);
    return identifier(name);
  }

  function writtenType(plain: PlainSchema, path: Path): WrittenType {
    const { variants, decorators } = withoutNull(plain, path);
    return { variants: plain.isNullable ? [...variants, "null"] : variants, decorators };
  }

  function withoutNull(plain: PlainSchema, path: Path): WrittenType {
    const { schema } = plain;
    const { $ref, type } = schema;
    if (typeof $ref === "string") return plainType(referenceName($ref));
    const values = valuesOf(schema);
    if (isNever(schema) || values?.length === 0) {
      report(schema, "a schema that allows no value: now any value");
      return plainType("unknown");
    }
    if (values) return plainType(...values.map(valueText));
    if (unionKey(schema) !== undefined) return unionType(schema, path);
    if (Array.isArray(type))
      return plainType(
        ...itemsOf(type).map((item) => typeOf({ ...schema, type: item }, [...path, String(item)])),
      );
    if (isList(schema)) return listType(schema, path);
    if (isObjectSchema(schema) || plain.bases.length > 0)
      return { variants: [objectType(plain, path)], decorators: limitsOf(schema, objectLimits) };
    return scalarOf(schema);
  }

  function unionType(schema: Node, path: Path): WrittenType {
    if (discriminatedVariants(schema, document)) return plainType(declared(schema, path));
    const key = unionKey(schema) ?? "anyOf";
    const all = nodesIn(schema[key]);
    const possible = all.filter((variant) => !isEmpty(variant, document));
    const variants = (possible.length > 0 ? possible : all).map((variant, index) =>
      typeOf(variant, [...path, textOf(variant["title"]) ?? `Variant${index + 1}`]),
    );
    return {
      variants: [...new Set(variants)],
      decorators: key === "oneOf" && variants.length > 1 ? ["@oneOf"] : [],
    };
  }

  function listType(schema: Node, path: Path): WrittenType {
    const item = xml.itemType(schema, path) ?? typeOf(schema["items"], [...path, "Element"]);
    if (nodeOf(schema["items"])["default"] !== undefined)
      report(schema["items"], "default of the items of a list: removed");
    return {
      variants: [/[|&]/.test(item) ? `(${item})[]` : `${item}[]`],
      decorators: limitsOf(schema, listLimits),
    };
  }

  function objectType(plain: PlainSchema, path: Path): string {
    const only = recordOnly(plain);
    if (only !== undefined) return `Record<${typeOf(only, [...path, "Value"])}>`;
    return `{\n${membersOf(plain, path)}}`;
  }

  function membersOf({ schema, bases }: PlainSchema, path: Path): string {
    const required = itemsOf(schema["required"]);
    const spreads = bases.map(($ref) => `...${referenceName($ref)}`);
    const members = Object.entries(nodeOf(schema["properties"])).map(([name, property]) =>
      memberOf({
        name,
        schema: property,
        isRequired: required.includes(name),
        path: [...path, name],
      }),
    );
    const { additionalProperties: more } = schema;
    const others =
      more === undefined
        ? []
        : [`...Record<${more === false ? "never" : typeOf(more, [...path, "Value"])}>`];
    return [...spreads, ...members, ...others].map((spread) => `${spread};\n`).join("");
  }

  function memberOf(member: Member): string {
    const { name, schema, isRequired, path } = member;
    const plain = plainSchema(schema, document);
    const { variants, decorators } =
      member.type === undefined ? writtenType(plain, path) : plainType(member.type);
    const notes = member.type === undefined ? notesOf(plain.schema, schema, member.example) : [];
    const { default: value } = plain.schema;
    const text =
      value === undefined || isRequired || member.type !== undefined
        ? undefined
        : typedValue(plain, value, document);
    if (value !== undefined && text === undefined && !isRequired)
      report(
        schema,
        `default ${JSON.stringify(value)}, which is not a value of its schema or not exact: removed`,
      );
    const isDeprecated = member.isDeprecated === true || plain.schema["deprecated"] === true;
    return [
      ...documentation(member.description ?? plain.schema["description"]),
      ...(isDeprecated ? [`#deprecated "deprecated"`] : []),
      ...notes,
      ...visibilityOf(plain.schema),
      ...decorators,
      ...xml.ofProperty(name, schema, path),
      ...(member.decorators ?? []),
      `${identifier(name)}${isRequired ? "" : "?"}: ${variants.join(" | ")}${text === undefined ? "" : ` = ${text}`}`,
    ].join("\n");
  }

  /** Decorators that only inform. */
  function notesOf(
    schema: Node,
    source: unknown,
    example: unknown = exampleOf(schema),
    name?: string,
  ): string[] {
    const notes: string[] = [];
    if (typeof schema["title"] === "string" && schema["title"] !== "")
      notes.push(`@summary(${quoted(schema["title"])})`);
    for (const [key, value] of Object.entries(schema))
      if (key.startsWith("x-")) notes.push(`@extension(${quoted(key)}, ${valueText(value)})`);
    const { url, description } = nodeOf(schema["externalDocs"]);
    if (typeof url === "string")
      notes.push(
        `@externalDocs(${[url, ...(description === undefined ? [] : [description])].map(quoted).join(", ")})`,
      );
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
    const own = identifier(name);
    const head = [
      ...documentation(schema["description"]),
      ...(schema["deprecated"] === true ? [`#deprecated "deprecated"`] : []),
      ...notesOf(schema, source, undefined, plain.isNullable ? undefined : own),
      ...xml.ofType(name, source),
    ];
    const say = (...lines: readonly string[]) => void written.push([...head, ...lines].join("\n"));
    const path = [name];
    const values = valuesOf(schema);
    const discriminated = plain.isNullable ? undefined : discriminatedVariants(schema, document);
    if (schema["default"] !== undefined && !values)
      report(source, "default of a named schema: removed");
    if (discriminated) {
      const members = discriminated.map(({ value, variant, isNarrowed }) => {
        const type = typeOf(variant, [name, value]);
        if (!isNarrowed) return `${identifier(value)}: ${type},`;
        const derived = nameFor([name, value]);
        if (isClosed(variant)) {
          const own = { type: "string", enum: [value] };
          const { property } = discriminated;
          const narrowed = {
            type: "object",
            properties: { [property]: own },
            required: [property],
          };
          declare(derived, { allOf: [referredSchema(variant, document), narrowed] });
        } else
          written.push(
            `model ${derived} extends ${type} {\n${identifier(discriminated.property)}: ${quoted(value)};\n}`,
          );
        return `${identifier(value)}: ${derived},`;
      });
      const options = objectText([
        ["envelope", quoted("none")],
        ["discriminatorPropertyName", quoted(discriminated.property)],
      ]);
      say(`@discriminated(${options})`, `union ${own} {`, ...members, "}");
      return;
    }
    const isUnion =
      values !== undefined || unionKey(schema) !== undefined || Array.isArray(schema["type"]);
    if (isUnion || plain.isNullable) {
      const value = {
        ...schema,
        ...(plain.bases.length > 0 && { allOf: plain.bases.map(($ref) => ({ $ref })) }),
      };
      const { variants, decorators } = isUnion
        ? withoutNull(plain, path)
        : plainType(typeOf(value, [name, "Value"]));
      const all = [...variants, ...(plain.isNullable ? ["null"] : [])];
      say(...decorators, `union ${own} { ${all.join(", ")} }`);
      return;
    }
    if (isObjectSchema(schema) || plain.bases.length > 0) {
      say(...limitsOf(schema, objectLimits), `model ${own} {\n${membersOf(plain, path)}}`);
      return;
    }
    const whole = withoutNull(plain, path);
    const type = whole.variants.join(" | ");
    if ("$ref" in schema || notExtended.has(type)) written.push(`alias ${own} = ${type};`);
    else if (isList(schema)) say(...whole.decorators, `model ${own} is ${type};`);
    else say(...whole.decorators, `scalar ${own} extends ${type};`);
  }

  /** Whether a model that extends this one could not have a property of its own. */
  function isClosed(variant: Node): boolean {
    const plain = plainSchema(referredSchema(variant, document), document);
    return "additionalProperties" in wholeObject(plain, document);
  }

  return {
    document,
    report,
    typeOf,
    rootOf: (schema, path) => xml.rootType(schema) ?? typeOf(schema, path),
    usesXml: xml.isUsed,
    memberOf,
    nameFor,
    declarations() {
      for (const [name, schema] of Object.entries(schemasOf(document))) declare(name, schema);
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

/** A limit is a decorator of the same name. */
export function limitsOf(schema: Node, keys: readonly string[]): string[] {
  return keys.flatMap((key) => {
    const limit = schema[key];
    if (limit === true) return [`@${key}`];
    return typeof limit === "number" ? [`@${key}(${limit})`] : [];
  });
}

function plainType(...variants: readonly string[]): WrittenType {
  return { variants, decorators: [] };
}

function isNever({ not }: Node): boolean {
  return isObject(not) && Object.keys(not).length === 0;
}

/** An object that has only properties of one schema. */
function recordOnly({ schema, bases }: PlainSchema): unknown {
  const isRecord = schema["properties"] === undefined && bases.length === 0;
  const more = schema["additionalProperties"];
  if (!isRecord || more === false) return undefined;
  return more === true ? {} : more;
}

function exampleOf({ example, examples }: Node): unknown {
  return example ?? (Array.isArray(examples) ? examples[0] : undefined);
}

const inRequests = ["Create", "Update", "Delete", "Query"]
  .map((text) => `Lifecycle.${text}`)
  .join(", ");
