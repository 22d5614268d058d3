import {
  type Contract,
  mapSubschemas,
  type MessageSchemas,
  type Openness,
  type Operation,
  readAs,
  readMessage,
  referredName,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/kernel";
import { comparedFields, comparisons } from "@contract-toolkit/kernel/field-rules";
import { translate } from "./translation.ts";

/** Makes what the middleware judges the messages of a contract by. Throws when `messages.json` lacks one of them. */
export function readMessages(
  operations: readonly Operation[],
  refusals: Contract["refusals"],
  document: MessageSchemas,
) {
  const referred = new Map<string, [name: string, openness: Openness]>();
  const refer = (name: string, openness: Openness) => {
    referred.set(`${openness}.${name}`, [name, openness]);
    return `#/components/schemas/${openness}.${name}`;
  };

  const { messages, $defs } = wholeMessages(document);
  // Keywords that the middleware does not take, so that only the compiled validators judge them.
  const undecided = new Set<string>(comparisons.map(({ name }) => name));
  /** A value that fits two alternatives without their comparisons may fit one with them. */
  const withoutComparisons = (schema: Schema): Schema => {
    const { oneOf, ...rest } = mapSubschemas(schema, withoutComparisons);
    if (!oneOf) return rest;
    if (!oneOf.some((each) => leadsToComparison($defs, each))) return { ...rest, oneOf };
    undecided.add("oneOf");
    return { ...rest, anyOf: oneOf };
  };
  const schemas = new Map<string, Schema>();
  for (const name of namesOf(operations, refusals)) {
    const schema = messages[name];
    if (!schema) throw new TypeError(`messages.json has no "${name}".`);
    schemas.set(name, translate(readMessage(name, withoutComparisons(schema), refer)));
  }

  // What the schemas refer to.
  const components: Record<string, Schema> = {};
  // Grows while it is read: what is translated refers to more.
  for (const [id, [name, openness]] of referred) {
    const definition = $defs[name];
    if (!definition) throw new TypeError(`messages.json has no definition "${name}".`);
    components[id] = translate(readAs(withoutComparisons(definition), openness, refer));
  }
  return { schemas, components, undecided };
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

/** Whether a schema compares fields, or leads to one that does. */
function leadsToComparison($defs: MessageSchemas["$defs"], schema: Schema): boolean {
  const seen = new Set([schema]);
  // Grows while it is read.
  for (const each of seen) {
    const referred = $defs[referredName(each) ?? ""];
    if (referred) seen.add(referred);
    mapSubschemas(each, (inside) => {
      seen.add(inside);
      return inside;
    });
  }
  return [...seen].some((each) => comparedFields(each).length > 0);
}
