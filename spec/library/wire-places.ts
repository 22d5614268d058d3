import { resolveEncodedName, type ModelProperty, type Program } from "@typespec/compiler";
import type { HttpProperty } from "@typespec/http";
import { listHttpOperations } from "./message-fields.ts";

/** The part of a message with a property, and its name there. */
export interface WirePlace {
  readonly part:
    | "path"
    | "query"
    | "request headers"
    | "response headers"
    | "cookies"
    | "status"
    | "body"
    | "whole body";
  readonly name: string;
}

/** Returns a function that finds the place of a property of a model or a parameter of an operation. */
export function wirePlaces(program: Program): (property: ModelProperty) => WirePlace {
  const places = new Map<ModelProperty, WirePlace>();
  const note = (properties: readonly HttpProperty[], headers: WirePlace["part"]) => {
    for (const property of properties) {
      const part = wirePart(property, headers);
      const own = property.kind === "contentType" ? "content-type" : property.property.name;
      const name = "options" in property ? property.options.name : own;
      if (part) places.set(property.property, { part, name });
    }
  };
  for (const { parameters, responses } of listHttpOperations(program)) {
    note(parameters.properties, "request headers");
    for (const { properties } of responses.flatMap((response) => response.responses))
      note(properties, "response headers");
  }
  return (property) =>
    places.get(property) ?? {
      part: "body",
      name: resolveEncodedName(program, property, "application/json"),
    };
}

function wirePart(
  { kind }: HttpProperty,
  headers: WirePlace["part"],
): WirePlace["part"] | undefined {
  switch (kind) {
    case "path":
    case "query":
      return kind;
    case "header":
    case "contentType":
      return headers;
    case "cookie":
      return "cookies";
    case "statusCode":
      return "status";
    case "body":
    case "bodyRoot":
      return "whole body";
    default:
      return undefined;
  }
}
