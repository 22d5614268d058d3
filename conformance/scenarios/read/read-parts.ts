import type { Operation, SampleRequest } from "@contract-toolkit/kernel";
import type { YamlValue } from "./yaml.ts";

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

/** Reads a JSON pointer into a message. */
export function readPointer(node: YamlValue): string {
  return checkPointer(node.text(), node);
}

/** A misspelt root would look into nothing, where `absent` is always true. */
export function checkPointer(pointer: string, node: YamlValue): string {
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
