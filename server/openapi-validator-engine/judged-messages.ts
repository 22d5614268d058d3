import {
  type Contract,
  mapSubschemas,
  type MessageSchemas,
  type Openness,
  type Operation,
  readAs,
  serverMessageSchema,
  referredName,
  type Schema,
  wholeMessages,
} from "@contract-toolkit/contract";
import { comparedFields, comparisons } from "@contract-toolkit/contract/field-rules";
import { translate } from "./translation.ts";

/** Makes the schemas by which the middleware judges a contract's messages. Throws if `messages.json` lacks a message. */
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
  // Keywords that the middleware does not have. Only the compiled validators judge them.
  const undecided = new Set<string>(comparisons.map(({ name }) => name));
  /** Without comparisons, a value may match two alternatives of which only one is right. */
  const withoutComparisons = (schema: Schema): Schema => {
    const { oneOf, ...rest } = mapSubschemas(schema, withoutComparisons);
    if (!oneOf) return rest;
    if (!oneOf.some((branch) => leadsToComparison($defs, branch))) return { ...rest, oneOf };
    undecided.add("oneOf");
    return { ...rest, anyOf: oneOf };
  };
  const schemas = new Map<string, Schema>();
  for (const name of listMessageNames(operations, refusals)) {
    const schema = messages[name];
    if (!schema) throw new TypeError(`messages.json has no "${name}".`);
    schemas.set(name, translate(serverMessageSchema(name, withoutComparisons(schema), refer)));
  }

  const components: Record<string, Schema> = {};
  // The loop adds references while it runs.
  for (const [id, [name, openness]] of referred) {
    const definition = $defs[name];
    if (!definition) throw new TypeError(`messages.json has no definition "${name}".`);
    components[id] = translate(readAs(withoutComparisons(definition), openness, refer));
  }
  return { schemas, components, undecided };
}

function listMessageNames(
  operations: readonly Operation[],
  refusals: Contract["refusals"],
): string[] {
  return [
    ...operations.flatMap(({ id, responses }) => [
      `request ${id}`,
      ...Object.keys(responses).map((status) => `response ${id} ${status}`),
    ]),
    ...Object.keys(refusals).map((status) => `refusal ${status}`),
  ];
}

/** Whether a schema, or one that it refers to, compares fields. */
function leadsToComparison($defs: MessageSchemas["$defs"], schema: Schema): boolean {
  const seen = new Set([schema]);
  // The loop adds schemas while it runs.
  for (const schema of seen) {
    const referred = $defs[referredName(schema) ?? ""];
    if (referred) seen.add(referred);
    mapSubschemas(schema, (inside) => {
      seen.add(inside);
      return inside;
    });
  }
  return [...seen].some((schema) => comparedFields(schema).length > 0);
}
