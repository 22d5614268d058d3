import { getEncode, isArrayModelType, type ModelProperty, type Program } from "@typespec/compiler";
import type { HttpOperation, HttpProperty } from "@typespec/http";
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
    ...responses.flatMap((response) =>
      response.responses.flatMap(({ properties }) =>
        properties.flatMap((each) => faultsOf(program, each)),
      ),
    ),
  ]);
  // A property that several operations share is told once.
  if (faults.length > 0) throw new SpecError([...new Set(faults)].join("\n"));
}

function faultsOf(program: Program, each: HttpProperty): string[] {
  const { kind, property } = each;
  const fault = (message: string) => [specFault(property, "unwritable-parameter", message)];
  const told = `The ${kind} parameter ${property.name}`;
  if (kind === "cookie")
    return fault(
      `${told} would reach nobody: browsers let no client set a Cookie, and cookies are no part of a message here. Declare a cookie that carries a credential with @useAuth(ApiKeyAuth<ApiKeyLocation.cookie, "name">), and take any other into a header.`,
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
