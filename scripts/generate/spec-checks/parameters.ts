import {
  getEncode,
  isArrayModelType,
  type ArrayModelType,
  walkPropertiesInherited,
  type ModelProperty,
  type Program,
  type Type,
  type Diagnostic,
} from "@typespec/compiler";
import { isCookieParam, type HttpOperation, type HttpProperty } from "@typespec/http";
import { isA, isDeepObject } from "@contract-toolkit/typespec/program";
import { refuse, specFault } from "./spec-fault.ts";

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
    ...parameters.properties.flatMap((property) => listParameterErrors(program, property)),
    ...repeatedNames(program, parameters.properties),
    ...pathFaults(parameters.properties),
    ...responses.flatMap(({ type, responses: contents }) => [
      ...answeredCookies(program, type),
      ...contents.flatMap(({ properties }) =>
        properties.flatMap((property) => listParameterErrors(program, property)),
      ),
    ]),
  ]);
  refuse(faults);
}

function unwritable(property: ModelProperty, message: string): Diagnostic {
  return specFault(property, "unwritable-parameter", message);
}

/** A path is read in one way only if one parameter has several segments, and one is optional. */
function pathFaults(properties: readonly HttpProperty[]): Diagnostic[] {
  const inPath = properties.filter((property) => property.kind === "path");
  const shapeOf = ({ property }: HttpProperty) =>
    property.type.kind === "Model" ? "list" : "text";
  const spans = inPath.filter((pathProperty) => {
    const { style, explode, allowReserved } = pathProperty.options;
    return allowReserved || (style === "path" && explode && shapeOf(pathProperty) === "list");
  });
  const optional = inPath.filter(({ property }) => property.optional);
  return [
    ...spans
      .slice(1)
      .map(({ property }) =>
        unwritable(
          property,
          `The path parameter ${property.name} has several segments, and so has another, so their border is unknown. Give one of them the form {name}, or declare it in the query.`,
        ),
      ),
    ...optional
      .slice(1)
      .map(({ property }) =>
        unwritable(
          property,
          `The path parameter ${property.name} is optional, and so is another, so one could be read as the other. Make one of them required, or declare it in the query.`,
        ),
      ),
  ];
}

/** Clients read no cookies from responses, so they would be lost. */
function answeredCookies(program: Program, type: Type): Diagnostic[] {
  if (type.kind !== "Model") return [];
  return [...walkPropertiesInherited(type)]
    .filter((property) => isCookieParam(program, property))
    .map((property) =>
      unwritable(
        property,
        `The cookie ${property.name} is in a response, where a cookie has a path, a lifetime and more. Declare the whole header: @header("Set-Cookie") setCookie: string.`,
      ),
    );
}

function listParameterErrors(program: Program, item: HttpProperty): Diagnostic[] {
  const { kind, property } = item;
  const fault = (message: string) => [unwritable(property, message)];
  const subject = `The ${kind} parameter ${property.name}`;
  if (kind === "cookie" && property.type.kind === "Model")
    return fault(
      `${subject} is a list or an object, and a cookie has one value. Declare a cookie for each, or one that is a string.`,
    );
  if (kind === "cookie" && !cookieName.test(item.options.name))
    return fault(
      `${subject} has the name "${item.options.name}", which no cookie can have (RFC 6265, section 4.1.1). Give it one of letters, digits, "-" and "_": @cookie("name").`,
    );
  if (kind !== "path" && kind !== "query" && kind !== "header") return [];
  if (isDeepObject(program, property) && !(kind === "query" && isObjectParameter(property)))
    return fault(
      `${subject} has the decorator @deepObject, which is for an object in a query. Remove it.`,
    );
  if (isFlatObject(program, item)) return fieldFaults(program, item);
  if (holdsObjects(property))
    return fault(
      `${subject} is an object, or a list of objects. ${kind === "query" ? "Explode it (@query(#{ explode: true })), give it @deepObject, or declare" : "Declare"} each of its fields as a parameter of its own (spread the model: ...Filter), or move it into the body.`,
    );
  if (isNumberOrBoolean(isArray(property.type) ? property.type.indexer.value : property.type))
    return fault(
      `${subject} may be a number or a boolean, and only one of the two can be read from its text. Declare two parameters, or use a string.`,
    );
  if (kind === "path" && item.options.style === "fragment")
    return fault(
      `${subject} is in a fragment, which is not sent. Write {${item.options.name}} into the route, without "#".`,
    );
  const encoding = getEncode(program, property)?.encoding ?? "";
  if (/^ArrayEncoding\./.test(encoding) && (kind !== "query" || !separators.has(encoding)))
    return fault(
      `${subject} has its items in the form ${encoding}. A query may have commaDelimited, spaceDelimited and pipeDelimited; a path and a header have commas.`,
    );
  return [];
}

/** Whether a parameter is an object that a path or query can hold. */
function isFlatObject(program: Program, property: HttpProperty): boolean {
  return (
    (property.kind === "path" || property.kind === "query") && isObjectParameter(property.property)
  );
}

/** Whether the fields of an object are separate query parameters. */
function isExploded(program: Program, item: HttpProperty): boolean {
  const { property } = item;
  return (
    isObjectParameter(property) &&
    !isDeepObject(program, property) &&
    item.kind === "query" &&
    item.options.explode
  );
}

function isObjectParameter({ type }: ModelProperty): boolean {
  return type.kind === "Model" && !isArray(type);
}

function isArray(type: Type): type is ArrayModelType {
  return type.kind === "Model" && isArrayModelType(type);
}

/** If a string is also allowed, every value is read as a string. */
function isNumberOrBoolean(type: Type): boolean {
  const types = scalarTypesIn(type);
  return types.includes("number") && types.includes("boolean") && !types.includes("string");
}

function scalarTypesIn(type: Type): ("number" | "boolean" | "string")[] {
  switch (type.kind) {
    case "Union":
      return [...type.variants.values()].flatMap((variant) => scalarTypesIn(variant.type));
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

function fieldFaults(program: Program, item: HttpProperty): Diagnostic[] {
  const { kind, property } = item;
  const { name, type } = property;
  if (type.kind !== "Model") return [];
  const fields = [...walkPropertiesInherited(type)];
  const isDeep = isDeepObject(program, property);
  const takesLists = isDeep || isExploded(program, item);
  const faults = fields
    .filter(
      (field) =>
        holdsObjects(field) ||
        (!takesLists && isArray(field.type)) ||
        getEncode(program, field)?.encoding?.startsWith("ArrayEncoding"),
    )
    .map((field) =>
      unwritable(
        field,
        `The field ${field.name} of the ${kind} parameter ${name} is an object, or a list in a form of its own. ${kind === "query" ? "A query has values and lists of values" : "The fields of an object in a path are values"}; move the parameter into the body.`,
      ),
    );
  const isRecord = type.indexer !== undefined && type.indexer.value.kind !== "Model";
  if (isRecord ? fields.length === 0 && !isDeep : !type.indexer && fields.length > 0) return faults;
  const message = `The ${kind} parameter ${name} has ${type.indexer ? "fields of any name" : "no fields"}. Name its fields, make it a record of values without other fields and @deepObject (Record<string>), or move it into the body.`;
  return [...faults, unwritable(property, message)];
}

/** Faults of query parameters that share a name, with the fields of exploded objects. */
function repeatedNames(program: Program, properties: readonly HttpProperty[]): Diagnostic[] {
  const names = new Set<string>();
  return properties.flatMap((property) => {
    if (property.kind !== "query") return [];
    const { type } = property.property;
    const own =
      isExploded(program, property) && type.kind === "Model"
        ? [
            ...[...walkPropertiesInherited(type)].map(({ name }) => name),
            ...(type.indexer ? ["of any name"] : []),
          ]
        : [property.options.name];
    const repeated = own.filter((name) => names.has(name));
    for (const name of own) names.add(name);
    return repeated.map((name) =>
      unwritable(
        property.property,
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
