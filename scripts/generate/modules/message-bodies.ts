import {
  type BodyContent,
  bodyKindOf,
  contentsOf,
  isSchema,
  type OpenApiDocument,
  referredName,
  type Schema,
  type StatusRange,
} from "@contract-toolkit/contract";
import { resolveSchema } from "@contract-toolkit/schemas/resolve-schema";
import type { TypedContent } from "./call-types.ts";
import { typeNameOf, usedNames } from "./names.ts";
import type { ContentSchemas, Service, ServiceOperation } from "../service-model/service.ts";
import { oncePer } from "../memoize.ts";

export function operationTypeNames(service: Service, { operation }: ServiceOperation) {
  const name = typeNameOf(operation.id);
  const free = (part: string) => findFreeTypeName(service, `${name}${part}`);
  return [name, free("Status"), free("Call"), free("Result")] as const;
}

/** A named request or response body. The compiler shows the name in its messages. */
export interface NamedBody extends TypedContent {
  /** Absent for the request. */
  readonly status?: number | StatusRange;
  readonly wire: string;
  /** Whether it is an object with documented fields only. */
  readonly isPlain: boolean;
  readonly text: string;
  /** Name of its component, if it is one. */
  readonly component: string | undefined;
}

/** Bodies that several messages share. They are declared once, so the compiler checks them once. */
export function sharedBodies(service: Service): ReadonlyMap<string, NamedBody> {
  const bodies = service.operations.map((operation) => namedBodies(service, operation));
  const taken = new Set([
    ...usedNames,
    ...service.operations.flatMap((operation) => operationTypeNames(service, operation)),
    ...bodies.flat().flatMap(({ name }) => [name, `${name}OnWire`]),
  ]);
  const groups = Map.groupBy(bodies.flat(), ({ component, isPlain }) =>
    isPlain ? component : undefined,
  );
  const shared = new Map<string, NamedBody>();
  for (const [component, [first, second]] of groups) {
    if (component === undefined || !first || !second) continue;
    let name = typeNameOf(component);
    if (!/^[A-Z_$]/i.test(name)) continue;
    while (taken.has(name) || taken.has(`${name}OnWire`)) name += "_";
    taken.add(name).add(`${name}OnWire`);
    shared.set(component, { ...first, name, text: "A body that several messages have." });
  }
  return shared;
}

/** A type name that no operation has: the statuses of `find` would be called like the operation `find-status`. */
function findFreeTypeName(service: Service, name: string): string {
  const isTaken = operationNames(service).has(name) || usedNames.has(name);
  return isTaken ? findFreeTypeName(service, `${name}_`) : name;
}

const operationNames = oncePer(
  ({ operations }: Service) => new Set(operations.map(({ operation }) => typeNameOf(operation.id))),
);

export function namedBodies(service: Service, serviceOperation: ServiceOperation): NamedBody[] {
  const { documents } = service;
  const { id, body } = serviceOperation.operation;
  const name = typeNameOf(id);
  const ofContents = (
    contents: readonly BodyContent[],
    schemas: ContentSchemas,
    bodyOf: { readonly name: string; readonly wire: string; readonly text: string },
  ) =>
    contents.map((content, index): NamedBody => {
      const { contentType } = content;
      const schema = schemas.get(contentType) ?? {};
      const component = referredName(schema);
      // The compiler resolves a component faster than a path through the types of an operation.
      const wire =
        component === undefined
          ? `${bodyOf.wire}["content"][${JSON.stringify(contentType)}]`
          : `components["schemas"][${JSON.stringify(component)}]`;
      const kind = bodyKindOf(content);
      const isJson = ["json", "form"].includes(kind);
      const own = index === 0 ? bodyOf.name : `${bodyOf.name}${typeNameOf(contentType)}`;
      const name = findFreeTypeName(service, own);
      return {
        name,
        sent: isJson || kind === "text" ? name : `Sendable<${name}>`,
        contentType,
        wire: wireType(content, wire),
        isPlain: isJson && isPlainObject(documents.annotated, schema),
        component,
        text: bodyOf.text,
      };
    });
  const requests = ofContents(contentsOf(body), serviceOperation.bodySchemas, {
    name: `${name}Body`,
    wire: `NonNullable<wire["${id}"]["requestBody"]>`,
    text: `What ${id} is sent.`,
  });
  const responses = serviceOperation.responses.flatMap(({ status, contents, bodySchemas }) =>
    ofContents(contents, bodySchemas, {
      name: `${name}${typeNameOf(String(status))}`,
      wire: responseTypeAccess(id, status),
      text: `What ${id} answers with ${status}.`,
    }).map((ofContent) => ({ ...ofContent, status })),
  );
  return [...requests, ...responses];
}

/** The type of a body: the type on the wire, or the stream, form or bytes that it is read from. */
function wireType(content: BodyContent, wire: string): string {
  switch (bodyKindOf(content)) {
    case "bytes":
      return "ByteBody";
    case "events":
      return `EventStream<${wire}[number]>`;
    case "parts": {
      const files = Object.entries(content.fields ?? {}).filter(([, { type }]) => type === "file");
      const types = files.map(([name, { list }]) => {
        const key = JSON.stringify(name);
        const optional = `Extract<${wire}[${key}], undefined>`;
        return `${key}: FormFile${list ? "[]" : ""} | ${optional}`;
      });
      return `FormBody<WithFiles<${wire}, { ${types.join("; ")} }>>`;
    }
    default:
      return wire;
  }
}

function isPlainObject(document: OpenApiDocument, schema: Schema): boolean {
  const { type, properties, ...further } = resolveSchema(document, schema);
  const others = ["allOf", "anyOf", "oneOf", "additionalProperties", "unevaluatedProperties"];
  return type === "object" && isSchema(properties) && !others.some((keyword) => keyword in further);
}

/** An interface, because the compiler's messages name interfaces and spell out all other types. Its fields keep their TSDoc. */
export function bodyDeclaration({
  name,
  wire,
  isPlain,
  text,
}: Pick<NamedBody, "name" | "wire" | "isPlain" | "text">): string {
  return isPlain
    ? `type ${name}OnWire = ${wire};\n/** ${text} */\nexport interface ${name} extends ${name}OnWire {}\n\n`
    : `/** ${text} */\nexport type ${name} = ${wire};\n\n`;
}

export function responseTypeAccess(id: string, status: number | StatusRange): string {
  return `wire["${id}"]["responses"][${JSON.stringify(status)}]`;
}
