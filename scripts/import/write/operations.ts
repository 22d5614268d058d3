/** Operations with their parameters, bodies and responses. */
import { httpMethods, isXmlType, mediaTypeOf, referredName } from "@contract-toolkit/contract";
import { itemsOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { isBinarySchema } from "../fixes/body-types.ts";
import type { Path } from "../fixes/names.ts";
import { parameterNodes, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { isComposed } from "@contract-toolkit/schemas/unwritable-xml";
import { methods } from "../document.ts";
import { isList, isNonNullObject, resolvedPlain } from "../plain-schema.ts";
import { writeMultipartModel } from "./multipart.ts";
import {
  documentation,
  extensionsOf,
  externalDocumentation,
  typeSpecIdentifier,
  typeSpecString,
} from "./texts.ts";
import type { TypeWriter } from "./types.ts";

/** The parts that operations share, as aliases, and the operations. */
export function writeOperations(
  writer: TypeWriter,
  decorator: (security: unknown) => string,
): string[] {
  return new OperationWriter(writer, decorator).declarations();
}

class OperationWriter {
  readonly #writer: TypeWriter;
  readonly #decorator: (security: unknown) => string;
  readonly #names: ResponseNames;
  readonly #shared = new Map<string, string>();
  readonly #aliases: string[] = [];

  constructor(writer: TypeWriter, decorator: (security: unknown) => string) {
    this.#writer = writer;
    this.#decorator = decorator;
    this.#names = {
      "": writer.nameFor(["Response"]),
      Range: writer.nameFor(["RangeResponse"]),
      Default: writer.nameFor(["DefaultResponse"]),
      Body: writer.nameFor(["Body"]),
    };
  }

  declarations(): string[] {
    const operations = nodesOf(this.#writer.document["paths"]).flatMap(([path, item]) =>
      nodesOf(item).flatMap(([method, operation]) => {
        if (methods.has(method)) return this.#operationTexts(path, method, operation, item);
        const others = method === "additionalOperations" ? Object.keys(operation) : [method];
        const what = `an operation of ${others.join(", ").toUpperCase()}: removed`;
        if (method === "additionalOperations" || httpMethods.includes(method))
          this.#writer.report(operation, what);
        return [];
      }),
    );
    return [...this.#aliases, ...operations, writeResponseModels(this.#names)];
  }

  #operationTexts(path: string, method: string, operation: Node, item: Node): string[] {
    for (const key of ["callbacks", "servers"])
      if (operation[key] !== undefined)
        this.#writer.report(operation[key], `${key} of an operation: removed`);
    const id = String(operation["operationId"]);
    const all = parameterNodes(item, operation, (node) => resolveNode(node, this.#writer.document));
    const resolved = all.map(({ parameter }) => parameter);
    const parameters = this.#writeParameters(all, resolved, id);
    const returns = nodesOf(operation["responses"]).map(([status, response]) =>
      this.#writeResponseType(status, response, [id, status]),
    );
    const result = returns.length > 0 ? returns.join(" | ") : "void";
    const bodies = this.#bodiesOf(operation["requestBody"], [id, "Body"]);
    return bodies.map((body, index) =>
      [
        ...documentation(operation["description"]),
        ...(operation["deprecated"] === true ? ['#deprecated "deprecated"'] : []),
        ...(bodies.length > 1 ? ["@sharedRoute"] : []),
        ...extensionsOf(operation),
        ...externalDocumentation(operation["externalDocs"]),
        ...itemsOrEmpty(operation["tags"]).map((tag) => `@tag(${typeSpecString(tag)})`),
        ...(operation["summary"] === undefined
          ? []
          : [`@summary(${typeSpecString(operation["summary"])})`]),
        ...(operation["security"] === undefined ? [] : [this.#decorator(operation["security"])]),
        `@route(${typeSpecString(this.#uriTemplate(path, resolved))})`,
        `@${method}`,
        `op ${typeSpecIdentifier(index === 0 ? id : `${id}${body.suffix}`)}(${[...parameters, ...body.members].map((parameter) => `${parameter},\n`).join("")}): ${result};`,
      ]
        .filter(Boolean)
        .join("\n"),
    );
  }

  /** A path of RFC 6570, which says how its parameters are written. */
  #uriTemplate(path: string, resolved: readonly Node[]): string {
    return resolved
      .filter((parameter) => parameter["in"] === "path")
      .reduce((template, { name, style, explode, allowReserved }) => {
        const operator = allowReserved === true ? "+" : (operators[String(style)] ?? "");
        const own = this.#nameInPath(String(name), resolved);
        const expression = `{${operator}${own}${explode === true ? "*" : ""}}`;
        return template.replaceAll(`{${String(name)}}`, () => expression);
      }, path);
  }

  /** TypeSpec has no parameters of the path and the query with one name. That in the path is not sent. */
  #nameInPath(name: string, resolved: readonly Node[]): string {
    const others = resolved.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
    return others.includes(name) ? this.#nameInPath(`${name}_path`, resolved) : name;
  }

  #writeParameters(
    all: ReturnType<typeof parameterNodes>,
    resolved: readonly Node[],
    id: string,
  ): string[] {
    const names = new Set(["body", "contentType"]);
    // TypeSpec finds the parameters of the path by name, so they come first.
    const { path = [], other = [] } = Object.groupBy(all, ({ parameter }) =>
      parameter["in"] === "path" ? "path" : "other",
    );
    return [...path, ...other].map(({ node, parameter }) => {
      const name = String(parameter["name"]);
      const renamed = parameter["in"] === "path" ? this.#nameInPath(name, resolved) : name;
      if (renamed !== name) {
        this.#writer.report(
          parameter,
          `path parameter ${name}: renamed to ${renamed}, because the query has ${name}, too`,
          true,
        );
        return this.#parameterText({ ...parameter, name: renamed }, renamed, [id, renamed]);
      }
      const { $ref } = node;
      const isFree = !names.has(name);
      const own = isFree ? name : `${name}_${String(parameter["in"])}`;
      names.add(own);
      if (typeof $ref !== "string" || !isFree)
        return this.#parameterText(parameter, own, [id, name]);
      const path = [referredName(node) ?? "", "parameter"];
      return `...${this.#sharedName($ref, path, () => ["", `{\n${this.#parameterText(parameter, own, path)};\n}`])}`;
    });
  }

  /** The name of the alias for a shared part. */
  #sharedName(
    key: string,
    path: Path,
    write: (path: Path) => readonly [parameters: string, type: string],
  ): string {
    const known = this.#shared.get(key);
    if (known !== undefined) return known;
    const name = typeSpecIdentifier(this.#writer.nameFor(path));
    this.#shared.set(key, name);
    const [parameters, type] = write(path);
    this.#aliases.push(`alias ${name}${parameters} = ${type};`);
    return name;
  }

  #parameterText(parameter: Node, own: string, path: Path): string {
    const {
      name,
      in: place,
      schema,
      required,
      description,
      deprecated,
      example,
      examples,
    } = parameter;
    const [first] = nodesOf(examples);
    if (parameter["allowReserved"] === true && place !== "path")
      this.#writer.report(
        parameter,
        "allowReserved of a parameter that is not in the path: removed",
      );
    return this.#writer.memberOf({
      name: own,
      schema: schema ?? {},
      isRequired: required === true || place === "path",
      path,
      description,
      isDeprecated: deprecated === true,
      example: example ?? first?.[1]["value"],
      decorators: [
        ...extensionsOf(parameter),
        ...(place === "header" ? this.#headerEncoding(schema) : []),
        ...(parameter["style"] === "deepObject" && this.#isDeepObject(schema)
          ? ["@deepObject"]
          : []),
        writePlaceDecorator(parameter, own === name),
      ],
    });
  }

  /** The generator takes objects with fields. */
  #isDeepObject(schema: unknown): boolean {
    const plain = resolvedPlain(schema, this.#writer.document);
    return plain.bases.length > 0 || "properties" in plain.schema;
  }

  /** TypeSpec expects the times of HTTP in headers. */
  #headerEncoding(schema: unknown): string[] {
    const { format } = resolvedPlain(schema, this.#writer.document).schema;
    return format === "date-time" ? ['@encode("rfc3339")'] : [];
  }

  #bodiesOf(requestBody: unknown, path: Path): { members: string[]; suffix: string }[] {
    const { required, content, description } = resolveNode(requestBody, this.#writer.document);
    const groups = this.#groupsOf(content);
    if (groups.length === 0) return [{ members: [], suffix: "" }];
    return groups.map((group) => {
      const [[type, media] = ["", {}]] = group;
      const isParts = type.startsWith("multipart/");
      const members = [
        ...this.#contentType(group),
        [
          ...documentation(description),
          isParts ? "@multipartBody" : "@bodyRoot",
          `body${required === true ? "" : "?"}: ${isParts ? writeMultipartModel(this.#writer, media, path) : this.#bodyType(group, path)}`,
        ].join("\n"),
      ];
      const [, subtype = ""] = mediaTypeOf(type).split("/");
      return { members, suffix: `_${subtype.replaceAll(/\W+/g, "_")}` };
    });
  }

  /** The contents of a body, of which those with one schema are written together. */
  #groupsOf(content: unknown): Content[][] {
    const all = nodesOf(content);
    for (const [, media] of all)
      if (media["example"] !== undefined || media["examples"] !== undefined)
        this.#writer.report(media, "examples of a body: removed; write them as @opExample");
    const groups = Map.groupBy(all, ([type, { schema }]) =>
      type.startsWith("multipart/") ? "multipart" : JSON.stringify(schema ?? {}),
    );
    return [...groups.values()];
  }

  /** JSON is what TypeSpec assumes of models and lists. */
  #contentType(group: readonly Content[]): string[] {
    const types = group.map(([type]) => type);
    const plain = resolvedPlain(group[0]?.[1]["schema"], this.#writer.document);
    const isAssumed =
      types.length === 1 &&
      types[0] === "application/json" &&
      (isNonNullObject(plain) || isList(plain.schema));
    return isAssumed ? [] : [`@header contentType: ${types.map(typeSpecString).join(" | ")}`];
  }

  #writeResponseType(status: string, response: Node, path: Path): string {
    const { $ref } = response;
    const [range = ""] = /^[1-5](?=XX$)/i.exec(status) ?? [];
    const kind = status === "default" ? "Default" : range === "" ? "" : "Range";
    const code = { "": status, Range: `${range}00, ${range}99`, Default: undefined }[kind];
    if (typeof $ref !== "string") return this.#writeResponseModel(response, kind, code, path);
    const { parameters, given } = statusKinds[kind];
    const shownAs = [referredName(response) ?? "", kind, "response"];
    const name = this.#sharedName($ref + kind, shownAs, (path) => [
      parameters,
      this.#writeResponseModel(resolveNode(response, this.#writer.document), kind, given, path),
    ]);
    return code === undefined ? name : `${name}<${code}>`;
  }

  /** A response of each of its content types. */
  #writeResponseModel(
    response: Node,
    kind: keyof typeof statusKinds,
    code: string | undefined,
    path: Path,
  ): string {
    const headers = nodesOf(response["headers"]).map(([name, header]) => {
      const parameter = { ...resolveNode(header, this.#writer.document), name, in: "header" };
      return this.#parameterText(parameter, name, [...path, name]);
    });
    const contents = this.#groupsOf(response["content"]).map((group) => ({
      body: this.#bodyType(group, path),
      types: this.#contentType(group),
    }));
    if (response["links"] !== undefined)
      this.#writer.report(response["links"], "links of a response: removed");
    const all = contents.length > 0 ? contents : [{ body: undefined, types: [] }];
    return all
      .map(({ body, types }, index) => {
        const members = [
          // OpenAPI has the headers of all content types in one place.
          ...(index === 0 ? headers : []),
          ...types,
          ...(body === undefined ? [] : [`@bodyRoot body: ${body}`]),
        ];
        const content =
          members.length === 1 && body !== undefined
            ? `${this.#names.Body}<${body}>`
            : `{\n${members.map((member) => `${member};\n`).join("")}}`;
        const given = [
          ...(code === undefined ? [] : [code]),
          typeSpecString(response["description"] ?? ""),
          ...(members.length > 0 ? [content] : []),
        ];
        return `${this.#names[kind]}<${given.join(", ")}>`;
      })
      .join(" | ");
  }

  /** Bytes are a body only if their type has no name of its own. */
  #bodyType(types: readonly Content[], path: Path): string {
    const schema = types[0]?.[1]["schema"];
    if (isBinarySchema(schema, this.#writer.document)) return "bytes";
    const isXml =
      types.some(([type]) => isXmlType(type)) && isComposed(schema, this.#writer.document);
    return isXml ? this.#writer.rootOf(schema, path) : this.#writer.typeOf(schema, path);
  }
}

type ResponseNames = Readonly<Record<"" | "Range" | "Default" | "Body", string>>;

type Content = readonly [type: string, media: Node];

/** What a shared response is a template of, by the kind of its status. */
const statusKinds = {
  "": { parameters: "<Status extends int32>", given: "Status" },
  Range: {
    parameters: "<From extends valueof int32, To extends valueof int32>",
    given: "From, To",
  },
  Default: { parameters: "", given: undefined },
};

/** The decorator for the place of a parameter, with its name if that is not the name of the property. */
function writePlaceDecorator(parameter: Node, hasName: boolean): string {
  const { in: place, name, style, explode } = parameter;
  const options: string[] = [];
  if (place === "header" || place === "cookie") return `@${place}(${typeSpecString(name)})`;
  if (!hasName) options.push(`name: ${typeSpecString(name)}`);
  const isExploded = explode ?? (style === undefined || style === "form");
  if (place === "query" && isExploded === true) options.push("explode: true");
  const own = `@${String(place)}${options.length > 0 ? `(#{ ${options.join(", ")} })` : ""}`;
  const delimited = ["spaceDelimited", "pipeDelimited"].includes(String(style))
    ? `@encode(ArrayEncoding.${String(style)}) `
    : "";
  return delimited + own;
}

/** Operators of RFC 6570 by the style of a parameter in the path. */
const operators: Readonly<Record<string, string>> = { label: ".", matrix: ";" };

/**
 * What the responses of the operations are. A body is a `@bodyRoot`, which is the same as a `@body` for a type without headers. For each `@body`, the HTTP library visits
 * every type that it leads to, several times, so the time would grow with operations × types.
 */
function writeResponseModels(names: ResponseNames): string {
  const content = "Description extends valueof string, Content extends {} = {}";
  const members = "...Content;";
  return [
    `@doc(Description)\nmodel ${names[""]}<Status extends int32, ${content}> { @statusCode _: Status; ${members} }`,
    `@doc(Description)\nmodel ${names.Range}<From extends valueof int32, To extends valueof int32, ${content}> { @minValue(From) @maxValue(To) @statusCode _: int32; ${members} }`,
    `@error @doc(Description)\nmodel ${names.Default}<${content}> { ${members} }`,
    `model ${names.Body}<Type> { @bodyRoot body: Type; }`,
  ].join("\n\n");
}
