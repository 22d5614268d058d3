import {
  getEncode,
  isArrayModelType,
  type ArrayModelType,
  walkPropertiesInherited,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { isCookieParam, type HttpOperation, type HttpProperty } from "@typespec/http";
import { isA, isDeepObject } from "@contract-toolkit/typespec/program";
import { SpecError } from "../../spec-error.ts";
import { specFault } from "./spec-fault.ts";

/**
 * Refuses parameters and headers whose form on the wire the toolkit does not support.
 *
 * @throws {SpecError} with the line of each, and advice.
 */
export function requireWritableParameters(
  program: Program,
  operations: readonly HttpOperation[],
): void {
  const faults = operations.flatMap(({ parameters, responses }) => [
    ...parameters.properties.flatMap((each) => faultsOf(program, each)),
    ...repeatedNames(program, parameters.properties),
    ...responses.flatMap(({ type, responses: contents }) => [
      ...answeredCookies(program, type),
      ...contents.flatMap(({ properties }) =>
        properties.flatMap((each) => faultsOf(program, each)),
      ),
    ]),
  ]);
  // A property that several operations share is reported once.
  if (faults.length > 0) throw new SpecError([...new Set(faults)].join("\n"));
}

/** Clients read no cookies from answers, so they would be lost. */
function answeredCookies(program: Program, type: Type): string[] {
  if (type.kind !== "Model") return [];
  return [...walkPropertiesInherited(type)]
    .filter((property) => isCookieParam(program, property))
    .map((property) =>
      specFault(
        property,
        "unwritable-parameter",
        `The cookie ${property.name} is in an answer, where a cookie has a path, a lifetime and more. Declare the whole header: @header("Set-Cookie") setCookie: string.`,
      ),
    );
}

function faultsOf(program: Program, each: HttpProperty): string[] {
  const { kind, property } = each;
  const fault = (message: string) => [specFault(property, "unwritable-parameter", message)];
  const subject = `The ${kind} parameter ${property.name}`;
  if (kind === "cookie" && property.type.kind === "Model")
    return fault(
      `${subject} is a list or an object, and a cookie has one value. Declare a cookie for each, or one that is a string.`,
    );
  if (kind === "cookie" && !cookieName.test(each.options.name))
    return fault(
      `${subject} has the name "${each.options.name}", which no cookie can have (RFC 6265, section 4.1.1). Give it one of letters, digits, "-" and "_": @cookie("name").`,
    );
  if (kind !== "path" && kind !== "query" && kind !== "header") return [];
  if (isDeepObject(program, property) && !(kind === "query" && isModel(property)))
    return fault(
      `${subject} has the decorator @deepObject, which is for an object in a query. Remove it.`,
    );
  if (kind === "query" && (isExploded(program, each) || isDeepObject(program, property)))
    return fieldFaults(program, each);
  if (holdsObjects(property))
    return fault(
      `${subject} is an object, or a list of objects. ${kind === "query" ? "Explode it (@query(#{ explode: true })), give it @deepObject, or declare" : "Declare"} each of its fields as a parameter of its own (spread the model: ...Filter), or move it into the body.`,
    );
  if (isNumberOrBoolean(isArray(property.type) ? property.type.indexer.value : property.type))
    return fault(
      `${subject} may be a number or a boolean, and only one of the two can be read from its text. Declare two parameters, or use a string.`,
    );
  if (kind === "path" && (each.options.style !== "simple" || each.options.allowReserved))
    return fault(
      `${subject} is not in the style of one path segment. Write {${each.options.name}} into the route, without an operator.`,
    );
  const encoding = getEncode(program, property)?.encoding ?? "";
  if (/^ArrayEncoding\./.test(encoding) && (kind !== "query" || !separators.has(encoding)))
    return fault(
      `${subject} has its items in the form ${encoding}. A query may have commaDelimited, spaceDelimited and pipeDelimited; a path and a header have commas.`,
    );
  return [];
}

/** Whether the fields of an object are separate query parameters. */
function isExploded(program: Program, each: HttpProperty): boolean {
  const { property } = each;
  return (
    isModel(property) &&
    !isDeepObject(program, property) &&
    each.kind === "query" &&
    each.options.explode
  );
}

function isModel({ type }: ModelProperty): boolean {
  return type.kind === "Model" && !isArray(type);
}

function isArray(type: Type): type is ArrayModelType {
  return type.kind === "Model" && isArrayModelType(type);
}

/** If a string is also allowed, every value is read as a string. */
function isNumberOrBoolean(type: Type): boolean {
  const types = typesIn(type);
  return types.includes("number") && types.includes("boolean") && !types.includes("string");
}

function typesIn(type: Type): ("number" | "boolean" | "string")[] {
  switch (type.kind) {
    case "Union":
      return [...type.variants.values()].flatMap((variant) => typesIn(variant.type));
    case "Number":
      return ["number"];
    case "Boolean":
      return ["boolean"];
    case "Scalar":
      return (["number", "boolean", "string"] as const).filter((name) =>
        isA(type, name === "number" ? "numeric" : name),
      );
    default:
      return [];
  }
}

function fieldFaults(program: Program, { property }: HttpProperty): string[] {
  const { name, type } = property;
  if (type.kind !== "Model") return [];
  const inside = [...walkPropertiesInherited(type)].filter(
    (field) =>
      holdsObjects(field) || getEncode(program, field)?.encoding?.startsWith("ArrayEncoding"),
  );
  const faults = inside.map((field) =>
    specFault(
      field,
      "unwritable-parameter",
      `The field ${field.name} of the query parameter ${name} is an object, or a list in a form of its own. A query has values and lists of values; move the parameter into the body.`,
    ),
  );
  if (isDeepObject(program, property) && !type.indexer) return faults;
  if (!type.indexer && [...walkPropertiesInherited(type)].length > 0) return faults;
  const message = `The query parameter ${name} has fields of any name, so every other parameter would be one of them. Name its fields, or move it into the body.`;
  return [...faults, specFault(property, "unwritable-parameter", message)];
}

/** Faults of query parameters that share a name, with the fields of exploded objects. */
function repeatedNames(program: Program, properties: readonly HttpProperty[]): string[] {
  const names = new Set<string>();
  return properties.flatMap((each) => {
    if (each.kind !== "query") return [];
    const { type } = each.property;
    const own =
      isExploded(program, each) && type.kind === "Model"
        ? [...walkPropertiesInherited(type)].map(({ name }) => name)
        : [each.options.name];
    const repeated = own.filter((name) => names.has(name));
    for (const name of own) names.add(name);
    return repeated.map((name) =>
      specFault(
        each.property,
        "unwritable-parameter",
        `The query has another parameter ${name}. Give one of them another name.`,
      ),
    );
  });
}

/** RFC 9110, section 5.6.2: a token. */
const cookieName = /^[!#$%&'*+.^`|~\w-]+$/;

const separators: ReadonlySet<string> = new Set([
  "ArrayEncoding.commaDelimited",
  "ArrayEncoding.spaceDelimited",
  "ArrayEncoding.pipeDelimited",
]);

function holdsObjects({ type }: ModelProperty): boolean {
  if (type.kind !== "Model") return false;
  return !isArray(type) || type.indexer.value.kind === "Model";
}
