/** Authentication. Each scheme becomes a model for `@useAuth`. */
import {
  itemsOrEmpty,
  nodeOrEmpty,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { typeSpecString } from "./texts.ts";

/** The authentication of a document, as far as TypeSpec can express it. */
export interface Authentication {
  /** Declarations of a model for each scheme; empty if there is none. */
  readonly declarations: string;
  /** The decorator for the requirements of the document or of an operation; empty if there are none. */
  readonly decorator: (requirements: unknown) => string;
}

/**
 * Reads the security schemes of a document.
 *
 * @param namespace holds the models
 */
export function readAuthenticationSchemes(document: Node, namespace: string): Authentication {
  const { securitySchemes } = nodeOrEmpty(document["components"]);
  const schemes = new Map(
    nodesOf(securitySchemes).flatMap(([name, scheme]) => {
      const model = modelOf(scheme);
      return model ? [[name, model] as const] : [];
    }),
  );
  const wayOf = (way: unknown): string[] => {
    const needs = Object.entries(nodeOrEmpty(way));
    if (needs.length === 0) return [`${http}.NoAuth`];
    const uses = needs.flatMap(([name, scopes]) => {
      const model = schemes.get(name);
      const lists = model?.takes.map((takes) =>
        quotedList(itemsOrEmpty(scopes).map(String).filter(takes)),
      );
      const listed = lists && lists.length > 0 ? `<${lists.join(", ")}>` : "";
      return model ? [`${namespace}.\`${name}\`${listed}`] : [];
    });
    const sent = new Set(needs.map(([name]) => placeOf(nodeOrEmpty(securitySchemes)[name])));
    // An alternative without one of its schemes would admit callers without that credential. A header holds one credential.
    if (uses.length < needs.length || sent.size < needs.length) return [];
    return [uses.length > 1 ? `[${uses.join(", ")}]` : uses.join("")];
  };
  return {
    declarations: [...schemes]
      .map(([name, { doc, text }]) => `${doc}model \`${name}\`${text}`)
      .join("\n\n"),
    decorator(requirements) {
      const ways = itemsOrEmpty(requirements).flatMap(wayOf);
      return ways.length > 0 ? `@useAuth(${ways.join(" | ")})` : "";
    },
  };
}

function placeOf(scheme: unknown): string {
  const { type, in: place, name } = nodeOrEmpty(scheme);
  if (type === "apiKey" && place !== "header") return `${String(place)} ${String(name)}`;
  return (type === "apiKey" ? String(name) : "Authorization").toLowerCase();
}

interface Model {
  readonly doc: string;
  readonly text: string;
  /** For each list of scopes that it has, whether the list may contain a scope. */
  readonly takes: readonly ((scope: string) => boolean)[];
}

function modelOf(scheme: Node): Model | undefined {
  const { type, description } = scheme;
  const doc = typeof description === "string" ? `@doc(${typeSpecString(description)})\n` : "";
  const plain = (text: string): Model => ({ doc, text, takes: [] });
  switch (type) {
    case "http":
      return plain(
        ` {\n  type: ${http}.AuthType.http;\n  scheme: ${typeSpecString(scheme["scheme"])};\n}`,
      );
    case "apiKey":
      if (!places.has(String(scheme["in"]))) return undefined;
      return plain(
        ` is ${http}.ApiKeyAuth<${http}.ApiKeyLocation.${String(scheme["in"])}, ${typeSpecString(scheme["name"])}>;`,
      );
    case "openIdConnect":
      return {
        doc,
        text: `<Scopes extends string[] = []> is ${http}.OpenIdConnectAuth<${typeSpecString(scheme["openIdConnectUrl"])}, Scopes>;`,
        takes: [() => true],
      };
    case "oauth2":
      return { doc, ...oauthOf(scheme) };
    default:
      return undefined;
  }
}

const places: ReadonlySet<string> = new Set(["header", "query", "cookie"]);

/** Qualified, because schemes are often named like these types and would hide them. */
export const http = "TypeSpec.Http";

/** OpenAPI 3.1 and TypeSpec use the same names of flows. */
const isFlow = /^(implicit|password|clientCredentials|[a-z]+Code)$/;

/** Each flow takes its own scopes: a list for all of them would add the scopes of one flow to the others. */
function oauthOf(scheme: Node): Omit<Model, "doc"> {
  const flows = nodesOf(scheme["flows"]).filter(([name]) => isFlow.test(name));
  const parameters = flows.map((_, index) => `Scopes${index} extends string[] = []`);
  const written = flows.map(([name, flow], index) => {
    const urls = Object.keys(flow)
      .filter((key) => /^[a-z]+Url$/.test(key))
      .map((key) => `${key}: ${typeSpecString(flow[key])};`);
    return `  {\n    ${[`type: ${http}.OAuth2FlowType.${name};`, ...urls, `scopes: Scopes${index};`].join("\n    ")}\n  }`;
  });
  const known = flows.map(([, { scopes }]) => Object.keys(nodeOrEmpty(scopes)));
  const all = new Set(known.flat());
  return {
    text: `<${parameters.join(", ")}> is ${http}.OAuth2Auth<[\n${written.join(",\n")}\n]>;`,
    takes: known.map((names) => (scope) => names.includes(scope) || !all.has(scope)),
  };
}

function quotedList(texts: readonly string[]): string {
  return `[${texts.map(typeSpecString).join(", ")}]`;
}
