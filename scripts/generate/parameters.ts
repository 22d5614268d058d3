import {
  getEncode,
  isArrayModelType,
  walkPropertiesInherited,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import { isCookieParam, type HttpOperation, type HttpProperty } from "@typespec/http";
import { SpecError } from "./compile.ts";
import { specFault } from "./refusals/spec-fault.ts";

/**
 * Refuses parameters and headers that have no form on the wire which every part of the toolkit reads and writes alike.
 *
 * @throws {SpecError} with the line of each, and what to write instead.
 */
export function requireWritableParameters(
  program: Program,
  operations: readonly HttpOperation[],
): void {
  const faults = operations.flatMap(({ parameters, responses }) => [
    ...parameters.properties.flatMap((each) => faultsOf(program, each)),
    ...responses.flatMap(({ type, responses: contents }) => [
      ...answeredCookies(program, type),
      ...contents.flatMap(({ properties }) =>
        properties.flatMap((each) => faultsOf(program, each)),
      ),
    ]),
  ]);
  // A property that several operations share is told once.
  if (faults.length > 0) throw new SpecError([...new Set(faults)].join("\n"));
}

/** What is read of an answer has none, so that they would be lost. */
function answeredCookies(program: Program, type: Type): string[] {
  if (type.kind !== "Model") return [];
  return [...walkPropertiesInherited(type)]
    .filter((property) => isCookieParam(program, property))
    .map((property) =>
      specFault(
        property,
        "unwritable-parameter",
        `The cookie ${property.name} is of an answer, where it has a path, a lifetime and more. Declare the whole header: @header("Set-Cookie") setCookie: string.`,
      ),
    );
}

function faultsOf(program: Program, each: HttpProperty): string[] {
  const { kind, property } = each;
  const fault = (message: string) => [specFault(property, "unwritable-parameter", message)];
  const told = `The ${kind} parameter ${property.name}`;
  if (kind === "cookie" && property.type.kind === "Model")
    return fault(
      `${told} is a list or an object, and a cookie has one value. Declare a cookie for each, or one that is a string.`,
    );
  if (kind === "cookie" && !cookieName.test(each.options.name))
    return fault(
      `${told} has the name "${each.options.name}", which no cookie can have (RFC 6265, section 4.1.1). Give it one of letters, digits, "-" and "_": @cookie("name").`,
    );
  if (kind !== "path" && kind !== "query" && kind !== "header") return [];
  if (holdsObjects(property))
    return fault(
      `${told} is an object, or a list of objects. Declare each of its fields as a parameter of its own (spread the model: ...Filter), or take it into the body.`,
    );
  if (kind === "path" && (each.options.style !== "simple" || each.options.allowReserved))
    return fault(
      `${told} has another style than one segment of the path. Write {${each.options.name}} into the route, without an operator.`,
    );
  const encoding = getEncode(program, property)?.encoding ?? "";
  if (/^ArrayEncoding\./.test(encoding) && (kind !== "query" || !separators.has(encoding)))
    return fault(
      `${told} has its items in the form ${encoding}. A query may have commaDelimited, spaceDelimited and pipeDelimited; a path and a header have commas.`,
    );
  return [];
}

/** RFC 9110, section 5.6.2: a token. */
const cookieName = /^[!#$%&'*+.^`|~\w-]+$/;

/** Encodings of lists in a query. */
const separators: ReadonlySet<string> = new Set([
  "ArrayEncoding.commaDelimited",
  "ArrayEncoding.spaceDelimited",
  "ArrayEncoding.pipeDelimited",
]);

function holdsObjects({ type }: ModelProperty): boolean {
  if (type.kind !== "Model") return false;
  return !isArrayModelType(type) || type.indexer.value.kind === "Model";
}
