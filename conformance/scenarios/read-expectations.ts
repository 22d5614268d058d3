import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { Expectations, Moment } from "./scenario.ts";
import type { YamlValue } from "./yaml.ts";

/** The keys of a step that say what has to hold of a message. */
export const expectationKeys = [
  "equal",
  "unequal",
  "matches",
  "present",
  "absent",
  "length",
  "descending",
  "contains",
  "among",
  "leadsTo",
  "moment",
  "ifPresent",
] as const;

/** Reads a request by its parts; the credentials go along without being written. */
export function readRequest(node: YamlValue | undefined, { parameters }: Operation): SampleRequest {
  const { path, query, headers, body } =
    node?.fields([], ["path", "query", "headers", "body"]) ?? {};
  const credentials = parameters
    .filter(({ credential }) => credential)
    .map(({ name }) => [name, "<CREDENTIAL>"]);
  return {
    path: readObject(path),
    query: readObject(query),
    headers: {
      ...(Object.fromEntries(credentials) as Record<string, string>),
      ...readObject(headers),
    },
    ...(body && { body: body.json() }),
  };
}

function readObject(node: YamlValue | undefined): Record<string, unknown> {
  return Object.fromEntries(node?.entries().map(([name, value]) => [name, value.json()]) ?? []);
}

/** Reads what has to hold of a message. */
export function readExpectations(
  fields: Partial<Record<keyof Expectations, YamlValue>>,
): Expectations {
  const pointers = (node?: YamlValue): string[] => node?.items().map(readPointer) ?? [];
  return {
    equal: readByPointer(fields.equal, (each) => each.json()),
    unequal: readByPointer(fields.unequal, (each) => each.json()),
    matches: readByPointer(fields.matches, readExpression),
    present: pointers(fields.present),
    absent: pointers(fields.absent),
    length: readByPointer(fields.length, (each) => each.number()),
    descending: pointers(fields.descending),
    contains: readByPointer(fields.contains, (each) => each.json()),
    among: readByPointer(fields.among, (each) => each.json()),
    leadsTo: readByPointer(fields.leadsTo, (each) => each.json()),
    moment: readByPointer(fields.moment, readMoment),
    ifPresent: pointers(fields.ifPresent),
  };
}

function readByPointer<Value>(
  node: YamlValue | undefined,
  read: (value: YamlValue) => Value,
): Record<string, Value> {
  return Object.fromEntries(
    node?.entries().map(([pointer, value]) => [checkPointer(pointer, value), read(value)]) ?? [],
  );
}

function readMoment(node: YamlValue): Moment {
  const { from, seconds, within } = node.fields(["from"], ["seconds", "within"]);
  return {
    from: from?.json(),
    seconds: seconds?.number() ?? 0,
    within: within?.number() ?? 0,
  };
}

function readExpression(node: YamlValue): RegExp {
  try {
    return new RegExp(node.text(), "u");
  } catch (error) {
    return node.fail(String(error));
  }
}

/** Reads a JSON pointer into a message. */
export function readPointer(node: YamlValue): string {
  return checkPointer(node.text(), node);
}

/** A misspelt root would look into nothing, where `absent` is always true. */
function checkPointer(pointer: string, node: YamlValue): string {
  return /^\/(status|headers|body)(\/|$)/.test(pointer)
    ? pointer
    : node.fail(`"${pointer}" starts with none of /status, /headers and /body`);
}

/** The names under `keep` are known from here on. */
export function readKeep(node: YamlValue | undefined, names: Set<string>): Record<string, string> {
  const named = (node?.entries() ?? []).map(
    ([name, pointer]) => [name, readPointer(pointer)] as const,
  );
  for (const [name] of named) names.add(name);
  return Object.fromEntries(named);
}
