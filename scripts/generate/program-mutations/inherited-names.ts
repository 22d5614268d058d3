import { navigateProgram, type Operation, type Program } from "@typespec/compiler";
import { $lib, getHeaderFieldOptions, isHeader, type HttpProperty } from "@typespec/http";
import {
  unsafe_DefaultRouteProducer as defaultRouteProducer,
  unsafe_getRouteProducer as getRouteProducer,
  unsafe_setRouteProducer as setRouteProducer,
  type unsafe_RouteProducer as RouteProducer,
} from "@typespec/http/experimental";
import { isInherited, type OpenApiDocument } from "@contract-toolkit/contract";
import { noteOfCopies } from "@contract-toolkit/typespec/program";

/**
 * Gives each parameter and header that is named like a member of every object a temporary name. The emitter looks names up
 * in objects, and would find that member. `withInheritedNames` restores the names.
 */
export function separateInheritedNames(program: Program): void {
  const headers = program.stateMap($lib.stateKeys.header);
  navigateProgram(program, {
    // Headers of requests and of responses.
    modelProperty: (property) => {
      if (!isHeader(program, property)) return;
      const { name } = getHeaderFieldOptions(program, property);
      if (!isInherited(name)) return;
      noteOfCopies(property, (copy) => {
        headers.set(copy, {
          ...getHeaderFieldOptions(program, copy),
          name: markedName(name),
        });
      });
    },
    operation: (operation) => {
      noteOfCopies(operation, (operation) => {
        const producer = ownProducer(program, operation) ?? defaultRouteProducer;
        setRouteProducer(program, operation, withMarkedNames(producer));
      });
    },
  });
}

/** A copy of an emitted document in which parameters and headers have their names again. */
export function withInheritedNames(document: object): OpenApiDocument {
  return JSON.parse(JSON.stringify(document).replaceAll(mark, "")) as OpenApiDocument;
}

/** Suffix of temporary names. No name of a specification has it. */
const mark = "~inherited~";

function markedName(name: string): string {
  return isInherited(name) ? `${name}${mark}` : name;
}

/** Only `@autoRoute` and the like set one. */
function ownProducer(program: Program, operation: Operation): RouteProducer | undefined {
  return getRouteProducer(program, operation);
}

function withMarkedNames(producer: RouteProducer): RouteProducer {
  return (...given) => {
    const [{ uriTemplate, parameters }, diagnostics] = producer(...given);
    const marked = {
      // RFC 6570: names are in braces.
      uriTemplate: uriTemplate.replaceAll(/\{[^{}]*\}/g, (names) =>
        names.replaceAll(/\w+/g, markedName),
      ),
      parameters: {
        ...parameters,
        parameters: parameters.parameters.map((parameter) => ({
          ...parameter,
          name: markedName(parameter.name),
        })),
        properties: parameters.properties.map(withMarkedName),
      },
    };
    return [marked, diagnostics];
  };
}

function withMarkedName(property: HttpProperty): HttpProperty {
  switch (property.kind) {
    case "query":
      return {
        ...property,
        options: { ...property.options, name: markedName(property.options.name) },
      };
    case "path":
      return {
        ...property,
        options: { ...property.options, name: markedName(property.options.name) },
      };
    case "cookie":
      return {
        ...property,
        options: { ...property.options, name: markedName(property.options.name) },
      };
    default:
      return property;
  }
}
