/** Rules about servers, paths and parameters, which get a form that all programs write alike. */
import { isObject, pointerStep } from "@contract-toolkit/contract";
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { dropNullFromSchema } from "./body-types.ts";
import type { Fix, Rule } from "./fix.ts";
import {
  composedOf,
  parameterNodes,
  resolveNode,
} from "@contract-toolkit/schemas/documents/references";
import { operationsOf } from "../document.ts";

/** OpenAPI ignores these headers, which other parts describe (Parameter Object and Response Object). */
export const ignoredHeaders: Rule = (holder, document) => {
  const { parameters, headers, content } = holder;
  const changes: string[] = [];
  if (Array.isArray(parameters)) {
    const isIgnored = (value: unknown) => {
      const { in: place, name } = resolveNode(value, document);
      return place === "header" && ignored.has(String(name).toLowerCase());
    };
    const left = itemsOrEmpty(parameters).filter((item) => !isIgnored(item));
    if (left.length < parameters.length)
      changes.push("header parameters that OpenAPI ignores: removed");
    holder["parameters"] = left;
  }
  if (isObject(headers) && ("content" in holder || "description" in holder)) {
    const names = Object.keys(headers).filter((name) => ofServer.test(name));
    takeOut(headers, ...names);
    if (names.length > 0 && isObject(content))
      changes.push(`header ${names.join(", ")}, which the server sets: removed`);
  }
  return changes;
};

const ignored: ReadonlySet<string> = new Set(["accept", "content-type"]);
const ofServer = /^(content-(length|type)|transfer-encoding)$/i;

/** A parameter that is an object or a list of objects becomes a string, which the application parses. */
export const objectParameters: Rule = (parameter, document, keys) => {
  const { schema, content, style, explode } = parameter;
  const isHeader = keys.at(-2) === "headers" && (schema ?? content) !== undefined;
  const { in: place, name } = isHeader ? { in: "header", name: keys.at(-1) } : parameter;
  if (!["query", "header", "path", "cookie"].includes(String(place)) || typeof name !== "string")
    return undefined;
  const asText = (what: string) => {
    takeOut(parameter, "content", "style", "explode");
    parameter["schema"] = { type: "string" };
    return `${name}: ${what}; now any text`;
  };
  if (isObject(content)) return asText("a parameter with a content type");
  const whole = notNull(schema, document);
  if (isNumberOrBoolean(whole, document)) return asText("a number or a boolean as a parameter");
  const isDeep = style === "deepObject";
  const isForm = place === "query" && (style === undefined || style === "form");
  const hasLists = isDeep || (isForm && explode !== false);
  if (Object.keys(fieldsOf(whole, document)).length > 0) {
    if (hasLists || isForm || place === "path")
      return fixFieldsOfParameter(parameter, name, whole, document, hasLists);
  } else if (hasLists && whole["type"] === "object")
    return fixRecord(parameter, name, whole, document);
  if (place === "cookie" && whole["type"] === "array") return asText("a list in a cookie");
  return isNested(whole, document)
    ? asText("an object, or a list of objects, as a parameter")
    : undefined;
};

/** An object without fields is a record of values. */
function fixRecord(parameter: Node, name: string, schema: Node, document: Node) {
  const { additionalProperties: others } = schema;
  const isValue = isObject(others) && !isNested(others, document);
  if (isValue && resolveNode(others, document)["type"] !== "array") return undefined;
  parameter["schema"] = { type: "object", additionalProperties: { type: "string" } };
  return `${name}: an object without fields as a parameter; now texts of any name`;
}

/** The fields of an object in a parameter are values, or lists of values if it has them apart. */
function fixFieldsOfParameter(
  parameter: Node,
  name: string,
  schema: Node,
  document: Node,
  hasLists: boolean,
) {
  const fields = fieldsOf(schema, document);
  const nested = nodesOf(fields).filter(
    ([, field]) =>
      isNested(field, document) || (!hasLists && notNull(field, document)["type"] === "array"),
  );
  const parts = composedOf(schema, document);
  const hasOthers = parts.some((part) => "additionalProperties" in part);
  if (nested.length === 0 && !hasOthers) return undefined;
  const properties: Node = structuredClone(fields);
  for (const [field, { description }] of nested)
    properties[field] = { type: "string", ...(description !== undefined && { description }) };
  parameter["schema"] = {
    type: "object",
    properties,
    required: parts.flatMap((part) => itemsOrEmpty(part["required"])),
  };
  const names = nested.map(([field]) => field).join(", ");
  return [
    ...(nested.length > 0
      ? [`${name}: ${names}: an object, or a list of objects; now any text`]
      : []),
    ...(hasOthers ? [`${name}: fields of other names: removed`] : []),
  ];
}

/** The fields of an object, with those of the schemas that it is composed of. */
function fieldsOf(schema: Node, document: Node): Node {
  return Object.assign(
    {},
    ...composedOf(schema, document).map(({ properties }) => nodeOrEmpty(properties)),
  ) as Node;
}

/** Whether a value may be an object, or a list of objects or lists. */
function isNested(schema: unknown, document: Node): boolean {
  const whole = notNull(schema, document);
  const isObjectSchema = (node: Node) =>
    composedOf(node, document).some((part) => part["type"] === "object" || "properties" in part);
  const variants = composedOf(whole, document).flatMap(({ oneOf, anyOf }) =>
    nodesIn(oneOf ?? anyOf),
  );
  if (variants.some((variant) => isNested(variant, document))) return true;
  if (whole["type"] !== "array") return isObjectSchema(whole);
  const item = notNull(whole["items"], document);
  return item["type"] === "array" || isObjectSchema(item);
}

function isNumberOrBoolean(schema: Node, document: Node): boolean {
  const types = new Set(jsonTypesIn(schema["items"] ?? schema, document));
  return (
    types.has("boolean") && (types.has("integer") || types.has("number")) && !types.has("string")
  );
}

/** Types in a schema and its variants, without listed strings. */
function jsonTypesIn(schema: unknown, document: Node): unknown[] {
  const { type, oneOf, anyOf, enum: values } = resolveNode(schema, document);
  const variants = itemsOrEmpty(oneOf ?? anyOf);
  if (variants.length > 0) return variants.flatMap((variant) => jsonTypesIn(variant, document));
  return type === "string" && values !== undefined ? [] : [type].flat();
}

function notNull(schema: unknown, document: Node): Node {
  return resolveNode(dropNullFromSchema(schema, document), document);
}

/** A path has no query and no fragment (OpenAPI, Paths Object). Paths that differ only in these are joined. */
export function fixPaths(document: Node): Fix[] {
  const { paths } = document;
  if (!isObject(paths)) return [];
  const withMore = nodesOf(paths).filter(([name]) => /[#?]/.test(name));
  return withMore.flatMap(([path, item]) => {
    takeOut(paths, path);
    const [plain = ""] = path.split(/[#?]/);
    const same = nodeOrEmpty((paths[plain] ??= {}));
    return Object.entries(item).map(([method, operation]) => {
      const how =
        method in same ? `removed, because ${plain} has the same method` : "now without it";
      same[method] ??= operation;
      const pointer = `#/paths/${pointerStep(path)}/${method}`;
      return { pointer, what: `a path with a query or fragment: ${how}` };
    });
  });
}

/** A server cannot tell operations apart whose paths differ only in the names of parameters. */
export function fixSameRoutes(document: Node): Fix[] {
  const routes = new Map<string, string>();
  return nodesOf(document["paths"]).flatMap(([path, item]) =>
    nodesOf(item).flatMap(([method]) => {
      const route = `${method} ${path.replaceAll(/\{[^}]*\}/g, "{}").replace(/\/$/, "")}`;
      const known = routes.get(route);
      if (known === undefined) {
        routes.set(route, path);
        return [];
      }
      takeOut(item, method);
      const what = `an operation that a server cannot tell from that of ${known}: removed`;
      return [{ pointer: `#/paths/${pointerStep(path)}/${method}`, what }];
    }),
  );
}

/** Every parameter in a path is described, and is text if it is not. A parameter that is not in the path has no place. */
export function fixPathParameters(document: Node): Fix[] {
  return operationsOf(document).flatMap(({ path, item, operation, pointer }) => {
    const all = parameterNodes(item, operation, (node) => resolveNode(node, document));
    const described = all.filter(({ parameter }) => parameter["in"] === "path");
    const known = described.map(({ parameter }) => String(parameter["name"]));
    const inPath = [...path.matchAll(/\{([^}]+)\}/g)].map(([, name = ""]) => name);
    const missing = inPath.filter((name) => !known.includes(name));
    const surplus = known.filter((name) => !inPath.includes(name));
    const isSurplus = (node: Node) => {
      const { in: place, name } = resolveNode(node, document);
      return place === "path" && surplus.includes(String(name));
    };
    const fixes: Fix[] = surplus.map((name) => ({
      pointer,
      what: `path parameter ${name}, which the path does not have: removed`,
      isLoss: true,
    }));
    for (const holder of surplus.length > 0 ? [item, operation] : [])
      holder["parameters"] = nodesIn(holder["parameters"]).filter((node) => !isSurplus(node));
    if (missing.length === 0) return fixes;
    const others = nodesIn(operation["parameters"]).filter(
      (node) => !missing.includes(String(resolveNode(node, document)["name"])),
    );
    const added = missing.map((name) => ({
      in: "path",
      name,
      required: true,
      schema: { type: "string" },
    }));
    operation["parameters"] = [...added, ...others];
    const what = `${missing.join(", ")} in the path, which no path parameter describes: now any text in the path, and nowhere else`;
    return [...fixes, { pointer, what }];
  });
}

/** A server's URL may have only variables that are described. */
export function fixServers(document: Node): Fix[] {
  const servers = itemsOrEmpty(document["servers"]);
  const left = servers.filter((server) => {
    const { url, variables } = nodeOrEmpty(server);
    const named = String(url).matchAll(/\{([^{}]*)\}/g);
    return [...named].every(([, name = ""]) => name in nodeOrEmpty(variables));
  });
  if (left.length === servers.length) return [];
  document["servers"] = left;
  const what = "servers whose URL has variables that are not described: removed";
  return [{ pointer: "#/servers", what }];
}
