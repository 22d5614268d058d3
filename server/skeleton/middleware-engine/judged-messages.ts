import {
  type Contract,
  isObject,
  type MessageSchemas,
  type Openness,
  type Operation,
  propertiesOf,
  readAs,
  readMessage,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/kernel";
import { translate } from "./translation.ts";

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
 * Makes what the middleware judges the messages of a contract by.
 *
 * @param document the contract's `messages.json`
 * @throws {TypeError} when it lacks a message of the contract, or what a message refers to.
 */
export function readMessages(
  operations: readonly Operation[],
  refusals: Contract["refusals"],
  document: MessageSchemas,
): Messages {
  const referred = new Map<string, [name: string, openness: Openness]>();
  const refer = (name: string, openness: Openness) => {
    referred.set(`${openness}.${name}`, [name, openness]);
    return `#/components/schemas/${openness}.${name}`;
  };

  const { messages, $defs } = wholeMessages(document);
  const schemas = new Map<string, Schema>();
  for (const name of namesOf(operations, refusals)) {
    const schema = messages[name];
    if (!schema) throw new TypeError(`messages.json has no "${name}".`);
    schemas.set(name, translate(readMessage(name, schema, refer)));
  }

  const components: Record<string, Schema> = {};
  // Grows while it is read: what is translated refers to more.
  for (const [id, [name, openness]] of referred) {
    const definition = $defs[name];
    if (!definition) throw new TypeError(`messages.json has no definition "${name}".`);
    components[id] = translate(readAs(definition, openness, refer));
  }

  const branches = new Map<Schema, readonly string[]>();
  for (const schema of [...Object.values(components), ...schemas.values()]) {
    for (const union of unionsIn(schema)) {
      const names = (union.anyOf ?? union.oneOf ?? []).map((alternative) => {
        const name = `branch ${schemas.size}`;
        schemas.set(name, alternative);
        return name;
      });
      branches.set(union, names);
    }
  }
  return { schemas, components, branches };
}

/** The names of all messages of a contract. */
function namesOf(operations: readonly Operation[], refusals: Contract["refusals"]): string[] {
  return [
    ...operations.flatMap(({ id, responses }) => [
      `request ${id}`,
      ...Object.keys(responses).map((status) => `response ${id} ${status}`),
    ]),
    ...Object.keys(refusals).map((status) => `refusal ${status}`),
  ];
}

/** Every schema with alternatives below and including `schema`. */
function unionsIn(schema: Schema): Schema[] {
  const { items, additionalProperties, then, not, allOf = [], anyOf, oneOf } = schema;
  const inside = [
    ...propertiesOf(schema).map(([, property]) => property),
    ...[items, additionalProperties, then, not].filter(isObject),
    ...[...allOf, ...(anyOf ?? []), ...(oneOf ?? [])],
  ];
  const own = anyOf ?? oneOf;
  return [...(own === undefined ? [] : [schema]), ...inside.flatMap(unionsIn)];
}
