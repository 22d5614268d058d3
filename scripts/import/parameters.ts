/** Rules about servers, paths and parameters: each becomes one that all write alike. */
import { isObject, pointerStep } from "@contract-toolkit/kernel";
import type { Mend, Node, Rule } from "./mend.ts";
import { referredBy } from "./references.ts";

/** OpenAPI, Parameter Object and Response Object: these headers are said by other means, and ignored here. */
export const ignoredHeaders: Rule = (holder, document) => {
  const { parameters, headers, content } = holder;
  const told: string[] = [];
  if (Array.isArray(parameters)) {
    const isIgnored = (each: unknown) => {
      const { in: place, name } = parameterOf(each, document);
      return place === "header" && ignored.has(String(name).toLowerCase());
    };
    const left = (parameters as unknown[]).filter((each) => !isIgnored(each));
    if (left.length < parameters.length) told.push("header parameters that OpenAPI ignores");
    holder["parameters"] = left;
  }
  if (isObject(headers) && ("content" in holder || "description" in holder)) {
    const names = Object.keys(headers).filter((name) => name.toLowerCase() === "content-type");
    for (const name of names) Reflect.deleteProperty(headers, name);
    if (names.length > 0 && isObject(content))
      told.push("header Content-Type, which OpenAPI ignores");
  }
  return told.length > 0 ? told.join("; ") : undefined;
};

const ignored: ReadonlySet<string> = new Set(["accept", "content-type"]);

/** `filter[size]=2` is a parameter of that name: TypeSpec has no word for the object. */
export const deepObjects: Rule = (holder, document) => {
  const { parameters } = holder;
  if (!Array.isArray(parameters)) return undefined;
  const told: string[] = [];
  holder["parameters"] = (parameters as unknown[]).flatMap((each) => {
    const { style, name, schema, description } = parameterOf(each, document);
    const { properties, required } = schemaOf(schema, document);
    if (style !== "deepObject" || !isObject(properties)) return [each];
    told.push(String(name));
    return Object.entries(properties).map(([field, inside]) => ({
      in: "query",
      name: `${String(name)}[${field}]`,
      required: Array.isArray(required) && required.includes(field) && isRequired(each, document),
      ...(description !== undefined && { description }),
      schema: inside,
    }));
  });
  return told.length > 0
    ? `${told.join(", ")} of the style deepObject: now a parameter for each of its fields`
    : undefined;
};

function isRequired(parameter: unknown, document: Node): boolean {
  return parameterOf(parameter, document)["required"] === true;
}

/** An object, or a list of objects, is a text there that the application reads. */
export const objectParameters: Rule = (parameter, document) => {
  const { in: place, name, schema, content, style } = parameter;
  if (!["query", "header", "path", "cookie"].includes(String(place)) || typeof name !== "string")
    return undefined;
  if (isObject(content)) {
    Reflect.deleteProperty(parameter, "content");
    parameter["schema"] = { type: "string" };
    return `${name}: a parameter with a content type; it is now any text`;
  }
  const whole = notNull(schemaOf(schema, document), document);
  const isObjects = schemaOf(whole["items"], document)["type"] === "object";
  const isExploded =
    place === "query" &&
    (style === undefined || style === "form") &&
    parameter["explode"] !== false &&
    Object.keys(isObject(whole["properties"]) ? whole["properties"] : {}).length > 0;
  const isWhole = whole["type"] === "object" && !isExploded;
  if (style === "deepObject" || !(isObjects || isWhole)) return undefined;
  parameter["schema"] = { type: "string" };
  for (const key of ["style", "explode"]) Reflect.deleteProperty(parameter, key);
  return `${name}: an object, or a list of objects, as a parameter; it is now any text`;
};

function parameterOf(value: unknown, document: Node): Node {
  return isObject(value) ? (referredBy(value, document) ?? value) : {};
}

/** What a schema is where it is not null. */
function notNull(schema: Node, document: Node): Node {
  const variants = [schema["oneOf"] ?? schema["anyOf"] ?? []].flat().filter(isObject);
  const [only, other] = variants.filter(({ type }) => type !== "null");
  return only && !other ? schemaOf(only, document) : schema;
}

function schemaOf(value: unknown, document: Node): Node {
  return parameterOf(value, document);
}

/** A path has no query and no fragment (OpenAPI, Paths Object): what only differs in them is one operation. */
export function mendPaths(document: Node): Mend[] {
  const { paths } = document;
  if (!isObject(paths)) return [];
  const mends: Mend[] = [];
  for (const [path, item] of Object.entries(paths).filter(([name]) => /[#?]/.test(name))) {
    if (!isObject(item)) continue;
    Reflect.deleteProperty(paths, path);
    const [plain = ""] = path.split(/[#?]/);
    const same = (paths[plain] ??= {});
    for (const [method, operation] of Object.entries(item)) {
      const isKnown = isObject(same) && method in same;
      if (isObject(same) && !isKnown) same[method] = operation;
      mends.push({
        pointer: `#/paths/${pointerStep(path)}/${method}`,
        what: isKnown
          ? `a path has no query and no fragment: left out, because it is that of ${plain}`
          : "a path has no query and no fragment: it was removed",
      });
    }
  }
  return mends;
}

/** A server's URL may only have variables that it describes. */
export function mendServers(document: Node): Mend[] {
  const { servers } = document;
  if (!Array.isArray(servers)) return [];
  const isDescribed = (server: unknown) => {
    const { url, variables } = isObject(server) ? server : {};
    const named = [...String(url).matchAll(/\{([^{}]*)\}/g)].map(([, name = ""]) => name);
    return named.every((name) => isObject(variables) && name in variables);
  };
  const left = servers.filter(isDescribed);
  if (left.length === servers.length) return [];
  document["servers"] = left;
  return [{ pointer: "#/servers", what: "servers whose URL has variables without a description" }];
}
