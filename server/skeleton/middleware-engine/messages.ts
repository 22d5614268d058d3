import {
  type Contract,
  isObject,
  type OpenApiDocument,
  type OpenApiOperation,
  type Operation,
  type Schema,
} from "contract-kernel";
import { propertiesOf, schemasIn } from "./document.ts";
import { refusalSchema, requestSchema, responseSchema } from "./message-schemas.ts";
import { createTranslator, type Openness } from "./translation.ts";

/** The schemas of everything that is judged. */
export interface Messages {
  /** By name: `request <operationId>`, `response <operationId> <status>`, `refusal <status>`, `branch <number>`. */
  readonly schemas: ReadonlyMap<string, Schema>;
  /** What the schemas refer to. */
  readonly components: Readonly<Record<string, Schema>>;
  /** Of each schema with alternatives, the names under which these can be judged one by one. */
  readonly branches: ReadonlyMap<Schema, readonly string[]>;
}

/**
 * Makes the schemas of the messages of a contract from its document.
 *
 * @throws {TypeError} when the document is not the contract's: an operation, status or place of a body differs.
 */
export function readMessages(
  operations: readonly Operation[],
  refusals: Contract["refusals"],
  document: OpenApiDocument,
): Messages {
  const published = document.components?.schemas ?? {};
  const referred = new Map<string, [name: string, openness: Openness]>();
  const translate = createTranslator(published, (name, openness) => {
    referred.set(`${openness}.${name}`, [name, openness]);
    return `#/components/schemas/${openness}.${name}`;
  });

  const schemas = new Map<string, Schema>();
  for (const operation of operations) {
    const { id } = operation;
    const found = operationOf(document, operation);
    const request = requestSchema(document, operation, found, translate);
    schemas.set(`request ${id}`, request);
    for (const status of Object.keys(operation.responses)) {
      const response = found.responses[status];
      if (!response) throw new TypeError(`The document of ${id} has no status ${status}.`);
      schemas.set(`response ${id} ${status}`, responseSchema(response, translate));
    }
  }
  for (const status of Object.keys(refusals))
    schemas.set(`refusal ${status}`, refusalSchema(published, status, translate));

  const components: Record<string, Schema> = {};
  // Grows while it is read: what is translated refers to more.
  for (const [id, [name, openness]] of referred)
    components[id] = translate(published[name] ?? {}, openness);

  const branches = new Map<Schema, readonly string[]>();
  for (const schema of [...Object.values(components), ...schemas.values()]) {
    for (const union of unionsIn(schema)) {
      const alternatives = schemasIn(union.anyOf ?? union.oneOf);
      const names = alternatives.map((alternative) => {
        const name = `branch ${schemas.size}`;
        schemas.set(name, alternative);
        return name;
      });
      branches.set(union, names);
    }
  }
  return { schemas, components, branches };
}

function operationOf(document: OpenApiDocument, { id, path, method }: Operation): OpenApiOperation {
  const found = document.paths[path]?.[method.toLowerCase()];
  if (found?.operationId !== id)
    throw new TypeError(`The document has no ${id} at ${method} ${path}.`);
  return found;
}

/** Every schema with alternatives below and including `schema`. */
function unionsIn(schema: Schema): Schema[] {
  const { items, additionalProperties, then, not } = schema;
  const lists = ["allOf", "anyOf", "oneOf"].flatMap((keyword) => schemasIn(schema[keyword]));
  const inside = [
    ...propertiesOf(schema).map(([, property]) => property),
    ...[items, additionalProperties, then, not].filter(isObject),
    ...lists,
  ];
  const own = schema.anyOf ?? schema.oneOf;
  return [...(own === undefined ? [] : [schema]), ...inside.flatMap(unionsIn)];
}
