import type { SecurityWay } from "../contract-form.ts";
import {
  nodesIn,
  nodeOrEmpty,
  nodesOf,
  stringOrUndefined,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { fieldName } from "./parameters.ts";
import type { DocumentReader } from "./references.ts";

/** The alternative security requirements. Without any, there is one that needs no credential. */
export function readSecurityWays(reader: DocumentReader, requirements: unknown): SecurityWay[] {
  const ways = nodesIn(requirements);
  if (ways.length === 0) return [new Map()];
  const schemes = nodeOrEmpty(nodeOrEmpty(reader.document["components"])["securitySchemes"]);
  return ways.map(
    (way) =>
      new Map(
        Object.entries(way).map(([name, scopes]) => [
          onTheWire(reader.node(schemes[name]), name),
          {
            name,
            scopes: Array.isArray(scopes) ? scopes.map(String) : [],
            flows: flowsOf(reader.node(schemes[name])),
          },
        ]),
      ),
  );
}

/** URLs of OAuth2, by flow and name. */
function flowsOf({ flows }: Node): Map<string, string> {
  return new Map(
    nodesOf(flows).flatMap(([flow, urls]) =>
      Object.entries(urls).flatMap(([name, url]): [string, string][] =>
        name.endsWith("Url") ? [[`${name} of the flow ${flow}`, String(url)]] : [],
      ),
    ),
  );
}

function onTheWire(scheme: Node, name: string): string {
  const type = stringOrUndefined(scheme["type"]);
  switch (type) {
    case "apiKey":
      return `apiKey ${String(scheme["in"])} ${fieldName(scheme)}`;
    case "http":
      return `http ${String(scheme["scheme"]).toLowerCase()}`;
    case "openIdConnect":
      return `openIdConnect ${String(scheme["openIdConnectUrl"])}`;
    default:
      return type ?? name;
  }
}
