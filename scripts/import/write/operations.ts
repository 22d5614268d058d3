/** Operations with their parameters, bodies and responses. */
import { httpMethods, isXmlType, mediaTypeOf, referredName } from "@contract-toolkit/contract";
import { itemsOrEmpty, nodesOf, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { isBinarySchema } from "../fixes/body-types.ts";
import type { Path } from "../fixes/names.ts";
import { parameterNodes, resolveNode } from "@contract-toolkit/schemas/documents/references";
import { isComposed } from "@contract-toolkit/schemas/unwritable-xml";
import { methods } from "../document.ts";
import { isList, isNonNullObject, resolvedPlain } from "./plain-schema.ts";
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
  const { document, report } = writer;
  const shared = new Map<string, string>();
  const names = {
    "": writer.nameFor(["Response"]),
    Range: writer.nameFor(["RangeResponse"]),
    Default: writer.nameFor(["DefaultResponse"]),
    Body: writer.nameFor(["Body"]),
  };
  const aliases: string[] = [];

  const operations = nodesOf(document["paths"]).flatMap(([path, item]) =>
    nodesOf(item).flatMap(([method, operation]) => {
      if (methods.has(method)) return operationTexts(path, method, operation, item);
      const others = method === "additionalOperations" ? Object.keys(operation) : [method];
      if (method === "additionalOperations" || httpMethods.includes(method))
        report(operation, `an operation of ${others.join(", ").toUpperCase()}: removed`);
      return [];
    }),
  );
  return [...aliases, ...operations, writeResponseModels(names)];

  function operationTexts(path: string, method: string, operation: Node, item: Node): string[] {
    for (const key of ["callbacks", "servers"])
      if (operation[key] !== undefined) report(operation[key], `${key} of an operation: removed`);
    const id = String(operation["operationId"]);
    const all = parameterNodes(item, operation, (node) => resolveNode(node, document));
    const resolved = all.map(({ parameter }) => parameter);
    const parameters = writeParameters(all, resolved, id);
    const returns = nodesOf(operation["responses"]).map(([status, response]) =>
      writeResponseType(status, response, [id, status]),
    );
    const result = returns.length > 0 ? returns.join(" | ") : "void";
    const bodies = bodiesOf(operation["requestBody"], [id, "Body"]);
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
        ...(operation["security"] === undefined ? [] : [decorator(operation["security"])]),
        `@route(${typeSpecString(uriTemplate(path, resolved))})`,
        `@${method}`,
        `op ${typeSpecIdentifier(index === 0 ? id : `${id}${body.suffix}`)}(${[...parameters, ...body.members].map((parameter) => `${parameter},\n`).join("")}): ${result};`,
      ]
        .filter(Boolean)
        .join("\n"),
    );
  }

  /** A path of RFC 6570, which says how its parameters are written. */
  function uriTemplate(path: string, resolved: readonly Node[]): string {
    return resolved
      .filter((parameter) => parameter["in"] === "path")
      .reduce((template, { name, style, explode, allowReserved }) => {
        const operator = allowReserved === true ? "+" : (operators[String(style)] ?? "");
        const own = nameInPath(String(name), resolved);
        const expression = `{${operator}${own}${explode === true ? "*" : ""}}`;
        return template.replaceAll(`{${String(name)}}`, () => expression);
      }, path);
  }

  /** TypeSpec has no parameters of the path and the query with one name. That in the path is not sent. */
  function nameInPath(name: string, resolved: readonly Node[]): string {
    const others = resolved.flatMap(({ in: place, name }) => (place === "query" ? [name] : []));
    return others.includes(name) ? nameInPath(`${name}_path`, resolved) : name;
  }

  function writeParameters(
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
      const renamed = parameter["in"] === "path" ? nameInPath(name, resolved) : name;
      if (renamed !== name) {
        report(
          parameter,
          `path parameter ${name}: renamed to ${renamed}, because the query has ${name}, too`,
          true,
        );
        return parameterText({ ...parameter, name: renamed }, renamed, [id, renamed]);
      }
      const { $ref } = node;
      const isFree = !names.has(name);
      const own = isFree ? name : `${name}_${String(parameter["in"])}`;
      names.add(own);
      if (typeof $ref !== "string" || !isFree) return parameterText(parameter, own, [id, name]);
      const path = [referredName(node) ?? "", "parameter"];
      return `...${sharedName($ref, path, () => ["", `{\n${parameterText(parameter, own, path)};\n}`])}`;
    });
  }

  /** The name of the alias for a shared part. */
  function sharedName(
    key: string,
    path: Path,
    write: (path: Path) => readonly [parameters: string, type: string],
  ): string {
    const known = shared.get(key);
    if (known !== undefined) return known;
    const name = typeSpecIdentifier(writer.nameFor(path));
    shared.set(key, name);
    const [parameters, type] = write(path);
    aliases.push(`alias ${name}${parameters} = ${type};`);
    return name;
  }

  function parameterText(parameter: Node, own: string, path: Path): string {
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
      report(parameter, "allowReserved of a parameter that is not in the path: removed");
    return writer.memberOf({
      name: own,
      schema: schema ?? {},
      isRequired: required === true || place === "path",
      path,
      description,
      isDeprecated: deprecated === true,
      example: example ?? first?.[1]["value"],
      decorators: [
        ...extensionsOf(parameter),
        ...(place === "header" ? headerEncoding(schema) : []),
        ...(parameter["style"] === "deepObject" && isDeepObject(schema) ? ["@deepObject"] : []),
        writePlaceDecorator(parameter, own === name),
      ],
    });
  }

  /** The generator takes objects with fields. */
  function isDeepObject(schema: unknown): boolean {
    const plain = resolvedPlain(schema, document);
    return plain.bases.length > 0 || "properties" in plain.schema;
  }

  /** TypeSpec expects the times of HTTP in headers. */
  function headerEncoding(schema: unknown): string[] {
    const { format } = resolvedPlain(schema, document).schema;
    return format === "date-time" ? ['@encode("rfc3339")'] : [];
  }

  function bodiesOf(requestBody: unknown, path: Path): { members: string[]; suffix: string }[] {
    const { required, content, description } = resolveNode(requestBody, document);
    const groups = groupsOf(content);
    if (groups.length === 0) return [{ members: [], suffix: "" }];
    return groups.map((group) => {
      const [[type, media] = ["", {}]] = group;
      const isParts = type.startsWith("multipart/");
      const members = [
        ...contentType(group),
        [
          ...documentation(description),
          isParts ? "@multipartBody" : "@bodyRoot",
          `body${required === true ? "" : "?"}: ${isParts ? writeMultipartModel(writer, media, path) : bodyType(group, path)}`,
        ].join("\n"),
      ];
      const [, subtype = ""] = mediaTypeOf(type).split("/");
      return { members, suffix: `_${subtype.replaceAll(/\W+/g, "_")}` };
    });
  }

  /** The contents of a body, of which those with one schema are written together. */
  function groupsOf(content: unknown): Content[][] {
    const all = nodesOf(content);
    for (const [, media] of all)
      if (media["example"] !== undefined || media["examples"] !== undefined)
        report(media, "examples of a body: removed; write them as @opExample");
    const groups = Map.groupBy(all, ([type, { schema }]) =>
      type.startsWith("multipart/") ? "multipart" : JSON.stringify(schema ?? {}),
    );
    return [...groups.values()];
  }

  /** JSON is what TypeSpec assumes of models and lists. */
  function contentType(group: readonly Content[]): string[] {
    const types = group.map(([type]) => type);
    const plain = resolvedPlain(group[0]?.[1]["schema"], document);
    const isAssumed =
      types.length === 1 &&
      types[0] === "application/json" &&
      (isNonNullObject(plain) || isList(plain.schema));
    return isAssumed ? [] : [`@header contentType: ${types.map(typeSpecString).join(" | ")}`];
  }

  function writeResponseType(status: string, response: Node, path: Path): string {
    const { $ref } = response;
    const [range = ""] = /^[1-5](?=XX$)/i.exec(status) ?? [];
    const kind = status === "default" ? "Default" : range === "" ? "" : "Range";
    const code = { "": status, Range: `${range}00, ${range}99`, Default: undefined }[kind];
    if (typeof $ref !== "string") return writeResponseModel(response, kind, code, path);
    const { parameters, given } = statusKinds[kind];
    const shownAs = [referredName(response) ?? "", kind, "response"];
    const name = sharedName($ref + kind, shownAs, (path) => [
      parameters,
      writeResponseModel(resolveNode(response, document), kind, given, path),
    ]);
    return code === undefined ? name : `${name}<${code}>`;
  }

  /** A response of each of its content types. */
  function writeResponseModel(
    response: Node,
    kind: keyof typeof statusKinds,
    code: string | undefined,
    path: Path,
  ): string {
    const headers = nodesOf(response["headers"]).map(([name, header]) => {
      const parameter = { ...resolveNode(header, document), name, in: "header" };
      return parameterText(parameter, name, [...path, name]);
    });
    const contents = groupsOf(response["content"]).map((group) => ({
      body: bodyType(group, path),
      types: contentType(group),
    }));
    if (response["links"] !== undefined) report(response["links"], "links of a response: removed");
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
            ? `${names.Body}<${body}>`
            : `{\n${members.map((member) => `${member};\n`).join("")}}`;
        const given = [
          ...(code === undefined ? [] : [code]),
          typeSpecString(response["description"] ?? ""),
          ...(members.length > 0 ? [content] : []),
        ];
        return `${names[kind]}<${given.join(", ")}>`;
      })
      .join(" | ");
  }

  /** Bytes are a body only if their type has no name of its own. */
  function bodyType(types: readonly Content[], path: Path): string {
    const schema = types[0]?.[1]["schema"];
    if (isBinarySchema(schema, document)) return "bytes";
    const isXml = types.some(([type]) => isXmlType(type)) && isComposed(schema, document);
    return isXml ? writer.rootOf(schema, path) : writer.typeOf(schema, path);
  }
}

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
function writeResponseModels(
  names: Readonly<Record<"" | "Range" | "Default" | "Body", string>>,
): string {
  const content = "Description extends valueof string, Content extends {} = {}";
  const members = "...Content;";
  return [
    `@doc(Description)\nmodel ${names[""]}<Status extends int32, ${content}> { @statusCode _: Status; ${members} }`,
    `@doc(Description)\nmodel ${names.Range}<From extends valueof int32, To extends valueof int32, ${content}> { @minValue(From) @maxValue(To) @statusCode _: int32; ${members} }`,
    `@error @doc(Description)\nmodel ${names.Default}<${content}> { ${members} }`,
    `model ${names.Body}<Type> { @bodyRoot body: Type; }`,
  ].join("\n\n");
}
