import {
  getDiscriminatedUnion,
  getSourceLocation,
  listServices,
  navigateProgram,
  navigateType,
  resolveEncodedName,
  type DecoratedType,
  type Namespace,
  type Program,
  type Tuple,
  type Type,
} from "@typespec/compiler";
import { isMetadata, type HttpOperation, type HttpPayloadBody } from "@typespec/http";
import { resolveOperationId } from "@typespec/openapi";
import { calledNames, inheritedNames, isInherited, mediaTypeOf } from "@contract-toolkit/contract";
import { patternFault } from "@contract-toolkit/schemas/redos/linear";
import { patternsIn } from "./patterns.ts";
import { SpecError } from "../spec-error.ts";
import { findRepeated, specError, specFault } from "./spec-fault.ts";
import type { Spec } from "../compile.ts";
import { explainUnreadableBody } from "./content-types.ts";
import { inexactNumbers } from "./inexact-numbers.ts";
import { narrowedModels } from "./narrowed-models.ts";
import { typeNameOf } from "../modules/names.ts";
import type { ServiceView, ViewedOperation } from "../versions/service-views.ts";
import { numberTexts } from "../openapi/number-texts.ts";
import {
  areDistinguishable,
  selectingConstants,
  sharedRoutesOf,
} from "../openapi/shared-routes.ts";

/**
 * Refuses what TypeSpec allows and the toolkit cannot carry through to server, client and suite.
 *
 * @throws {SpecError} with file, line, column and advice, one line for each.
 */
export function refuseUnsupported({ program, entry }: Spec, views: readonly ServiceView[]): void {
  const services = listServices(program);
  const source = program.sourceFiles.get(entry);
  if (services.length === 0 && source) {
    const message = "The specification declares no service; add @service to its namespace.";
    throw specError(source, "no-service", message);
  }
  const found = [
    ...sameFolder(views),
    ...services.flatMap(({ type }) => versioned(type, views)),
    ...patterns(program),
    ...lostTypes(program),
    ...narrowedModels(program),
    ...numbersAsTexts(program),
    ...inexactNumbers(program),
    ...tuples(
      program,
      views.flatMap(({ operations }) => operations.map(({ http }) => http)),
    ),
    ...views.flatMap(({ operations }) => [
      ...checkOperationIds(
        program,
        operations.map(({ http }) => http),
      ),
      ...sharedRoutes(operations),
      ...sameRoutes(operations),
      ...operations.flatMap(({ http }) => bodies(program, http)),
    ]),
  ];
  if (found.length > 0) throw new SpecError([...new Set(found)].join("\n"));
}

function sameFolder(views: readonly ServiceView[]): string[] {
  return findRepeated(views, ({ name }) => name).map(([{ name, namespace, version }, first]) =>
    specFault(
      namespace,
      "same-service-name",
      `The files of this service${ofVersion(version)} and of ${fullName(first.namespace)}${ofVersion(first.version)} would be in one folder, "${name}"; give one of ${version === undefined ? "the namespaces" : "them"} another name.`,
    ),
  );
}

function ofVersion(version: string | undefined): string {
  return version === undefined ? "" : ` in version ${version}`;
}

/** Without the versioning library, versions cannot be read. */
function versioned(service: Namespace & DecoratedType, views: readonly ServiceView[]): string[] {
  const decorator = service.decorators.find(({ definition }) => definition?.name === "@versioned");
  const isRead = views.some(
    ({ namespace, version }) => namespace === service && version !== undefined,
  );
  if (!decorator || isRead) return [];
  return [
    specFault(
      decorator.node ?? service,
      "versioned-service",
      `The versions of service ${service.name} cannot be read: @typespec/versioning is not installed beside @typespec/openapi3. Install it there, in the version of the compiler.`,
    ),
  ];
}

function patterns(program: Program): string[] {
  return patternsIn(program).flatMap(({ pattern, target }) => {
    const fault = patternFault(pattern);
    if (fault === undefined) return [];
    const advice = /^\(\?[a-z]+\)/.test(pattern)
      ? "it has no flags, so write letters in both cases: [Aa]."
      : "escape only what has a meaning, and close what is opened.";
    const message = `${fault}. A pattern is a regular expression of JavaScript with Unicode (ECMA-262, flag u); ${advice}`;
    return [specFault(target, "pattern", message)];
  });
}

function lostTypes(program: Program): string[] {
  const found: string[] = [];
  navigateProgram(program, {
    // Most programs that read JSON drop such a field, or replace the prototype of the object.
    modelProperty: (property) => {
      const name = resolveEncodedName(program, property, "application/json");
      const isFilledIn =
        !isMetadata(program, property) && property.defaultValue !== undefined && isInherited(name);
      if (name !== "__proto__" && !isFilledIn) return;
      const message = `A field cannot be named "${name}"${isFilledIn ? " and have a default" : ""}, because programs in JavaScript lose it; give it another name.`;
      found.push(specFault(property, "field-name", message));
    },
    // The mapping of a discriminator has no place for it.
    union: (union) => {
      const [discriminated] = getDiscriminatedUnion(program, union);
      const otherType = discriminated?.defaultVariant;
      const message =
        "A variant of a @discriminated union needs a name, which is the value of its discriminator; write name: Model.";
      if (otherType) found.push(specFault(union, "unnamed-variant", message));
    },
  });
  return found;
}

/**
 * Tuples in messages, of which the emitter writes neither the length nor the fields of their models. Elsewhere a tuple is
 * only an argument, such as the scopes of OAuth 2.0.
 */
function tuples(program: Program, operations: readonly HttpOperation[]): string[] {
  const message =
    "A tuple loses its length and its types in the documents; write a list (string[]) with @minItems and @maxItems, or a model with a field for each value.";
  const all = new Set<Tuple>();
  navigateProgram(program, { tuple: (tuple) => void all.add(tuple) });
  if (all.size === 0) return [];
  const inMessages = new Set<Tuple>();
  const tuple = (tuple: Tuple) => void inMessages.add(tuple);
  for (const { operation } of operations)
    navigateType(operation, { tuple }, { visitDerivedTypes: true });
  return [...inMessages].map((inMessage) => specFault(inMessage, "tuple", message));
}

function numbersAsTexts(program: Program): string[] {
  const advice = {
    literal:
      "@encode(string) is supported for a number or a boolean, or one of them or null; write other values as strings themselves.",
    "bounded-fraction":
      "The bounds of a number with a fraction cannot be checked in a string; remove them, or write a string with a @pattern.",
  };
  return numberTexts(program).flatMap(([type, text]) =>
    typeof text === "string" ? [specFault(type, "number-as-text", advice[text])] : [],
  );
}

/** Operation ids become names of types, client methods, handlers and cases. */
function checkOperationIds(program: Program, operations: readonly HttpOperation[]): string[] {
  const named = operations.map(({ operation }) => ({
    id: resolveOperationId(program, operation),
    target: operation,
  }));
  const advice = "give the operation another name, or one by @operationId.";
  const unusable = named
    .filter(({ id }) => !usableId.test(id) || unusableIds.has(id))
    .map(({ id, target }) =>
      specFault(
        target,
        "operation-id",
        `The operation id "${id}" must begin with a letter and have only letters, digits, and "_", "-" and "." after it, and must not be a name that generated files use (${[...reservedIds].join(", ")}) or that JavaScript looks up in objects (${calledNames.join(", ")} and those of Object.prototype); ${advice}`,
      ),
    );
  const same = findRepeated(named, ({ id }) => typeNameOf(id)).map(([{ id, target }, first]) =>
    specFault(
      target,
      "same-operation-id",
      `The operation id "${id}" gives the same names to types as "${first.id}" (${typeNameOf(id)}); ${advice}`,
    ),
  );
  return [...unusable, ...same];
}

const usableId = /^[A-Za-z_][\w.-]*$/;

/** Keys of the messages that belong to no operation. */
const reservedIds: ReadonlySet<string> = new Set(["refusal", "contentSchema"]);

/** A method of an object that was not asked for would be called, or an inherited one be taken for a handler. */
const unusableIds: ReadonlySet<string> = new Set([
  ...reservedIds,
  ...calledNames,
  ...inheritedNames,
]);

/** One operation of a shared route may have no constant parameters. It gets the requests that select no other. */
function sharedRoutes(operations: readonly ViewedOperation[]): string[] {
  return sharedRoutesOf(operations).flatMap((group) =>
    group.flatMap(({ http }, index) => {
      const others = (operation: HttpOperation) =>
        group.flatMap((viewedOperation) =>
          viewedOperation.http === operation ? [] : [viewedOperation.http],
        );
      const isRest = (operation: HttpOperation) =>
        selectingConstants(operation, others(operation)).length === 0;
      const same = group.slice(0, index).find(({ http: before }) => {
        const isApart = areDistinguishable(before, http) || isRest(before) !== isRest(http);
        return !isApart;
      });
      if (!same) return [];
      const { operation, verb, path } = http;
      const route = `${verb.toUpperCase()} ${path}`;
      const message = `${route} is also ${same.http.operation.name}, so a server cannot tell them apart; give both a required query parameter or header of one name with other constants (@query kind: "a" and @query kind: "b"), bodies of other content types, or join them to one operation, whose parameters, body and responses are unions.`;
      return [specFault(operation, "shared-route", message)];
    }),
  );
}

/** A request has neither the names of path parameters nor a fragment. */
function sameRoutes(operations: readonly ViewedOperation[]): string[] {
  const shared = sharedRoutesOf(operations);
  return findRepeated(operations, ({ http: { verb, path } }) => `${verb} ${requestedPath(path)}`)
    .filter(
      ([viewedOperation, first]) =>
        !shared.some((group) => group.includes(viewedOperation) && group.includes(first)),
    )
    .map(([{ http }, first]) =>
      specFault(
        http.operation,
        "same-route",
        `A request for ${http.verb.toUpperCase()} ${http.path} is also one for ${first.http.path} (${first.http.operation.name}), so a server cannot tell them apart; give one of them another route.`,
      ),
    );
}

function requestedPath(path: string): string {
  return path.replace(/#[^]*/, "").replaceAll(/\{[^{}]*\}/g, "{}");
}

function bodies(program: Program, { operation, verb, parameters, responses }: HttpOperation) {
  const found: string[] = [];
  const look = (body: HttpPayloadBody, direction: "request" | "response") => {
    const target = firstOfSpec(body.contentTypeProperty, body.property) ?? operation;
    for (const type of body.contentTypes) {
      const advice = explainUnreadableBody(program, body, mediaTypeOf(type), direction);
      if (advice) found.push(specFault(target, "content-type", `${type}: ${advice}`));
    }
  };
  const { body } = parameters;
  if (body) look(body, "request");
  for (const { statusCodes, responses: contents } of responses) {
    const inside = contents.flatMap(({ body: answered }) => answered ?? []);
    const [first] = inside;
    if (!first) continue;
    const status = typeof statusCodes === "number" && bodiless.has(statusCodes) && statusCodes;
    if (status || verb === "head") {
      const response = status ? `A ${status}` : "A response to HEAD";
      const message = `${response} has no body (RFC 9110); move its properties to headers (@header), or remove its body.`;
      found.push(
        specFault(firstOfSpec(first.property) ?? operation, "response-without-body", message),
      );
      continue;
    }
    for (const item of inside) look(item, "response");
  }
  return found;
}

/** RFC 9110, sections 15.3.5, 15.3.6 and 15.4.5. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);

/** The first type that is not in a library. */
function firstOfSpec(...types: readonly (Type | undefined)[]): Type | undefined {
  return types.find(
    (type) => type && !getSourceLocation(type).file.path.includes("/node_modules/"),
  );
}

function fullName({ name, namespace }: Namespace): string {
  return namespace?.name ? `${fullName(namespace)}.${name}` : name;
}
