import {
  getProperty,
  navigateTypesInNamespace,
  type Model,
  type ModelProperty,
  type Program,
  type Type,
} from "@typespec/compiler";
import {
  getAllHttpServices,
  type HttpOperation,
  type HttpProperty,
} from "@typespec/http";
import { getExtensions } from "@typespec/openapi";
import { getCarried } from "./decorators.ts";

/** The side of an exchange that a property is on. */
export type Direction = "request" | "response";

/** A property that messages of a service carry: a parameter, a header, or a field of a body however deep. */
export interface MessageField {
  readonly property: ModelProperty;
  readonly direction: Direction;
}

/** Every operation of every service. */
export function operationsOf(program: Program): HttpOperation[] {
  return servicesOf(program).flatMap(({ operations }) => operations);
}

/** Every property that a message of a service carries, the models that Base64 strings carry included. */
export function fieldsOf(program: Program): MessageField[] {
  const walk = new Walk(program);
  for (const { namespace, operations } of servicesOf(program)) {
    for (const operation of operations) {
      walk.message(operation.parameters.properties, "request");
      walk.body(operation.parameters.body?.type, "request");
      for (const { properties, body } of contentsOf(operation)) {
        walk.message(properties, "response");
        walk.body(body?.type, "response");
      }
    }
    navigateTypesInNamespace(namespace, {
      model: (model) => {
        if (isRefusal(program, model)) walk.body(model, "response");
      },
    });
  }
  return walk.fields;
}

/** The models of error bodies: of every status from 400, and of every refusal. */
export function errorBodiesOf(program: Program): Type[] {
  const bodies = new Set<Type>();
  for (const { namespace, operations } of servicesOf(program)) {
    for (const { responses } of operations) {
      for (const { statusCodes, responses: contents } of responses) {
        if (typeof statusCodes !== "number" || statusCodes < 400) continue;
        for (const { body } of contents) if (body) bodies.add(body.type);
      }
    }
    navigateTypesInNamespace(namespace, {
      model: (model) => {
        if (isRefusal(program, model)) bodies.add(model);
      },
    });
  }
  return [...bodies];
}

/** The property called `name` that a value of `type` may have, whichever variant or base model declares it. */
export function propertiesOf(type: Type): ModelProperty[] {
  if (type.kind === "Union")
    return [...type.variants.values()].flatMap((variant) =>
      propertiesOf(variant.type),
    );
  if (type.kind !== "Model") return [];
  return [
    ...(type.baseModel ? propertiesOf(type.baseModel) : []),
    ...type.properties.values(),
  ];
}
