/** Authentication, which `tsp-openapi3` leaves out: each scheme becomes a model for `@useAuth`. */
import { isObject } from "@contract-toolkit/kernel";
import type { Node } from "./mend.ts";

/** What of a document's authentication TypeSpec can say. */
export interface Authentication {
  /** Declares a model for each scheme; empty where there is none. */
  readonly declarations: string;
  /** The decorator for the requirements of the document or of an operation; empty where they ask for nothing. */
  readonly decorator: (requirements: unknown) => string;
}

/**
 * Reads the security schemes of a document.
 *
 * @param namespace holds the models
 */
export function authenticationOf(document: Node, namespace: string): Authentication {
  const { securitySchemes } = isObject(document["components"]) ? document["components"] : {};
  const schemes = new Map(
    Object.entries(isObject(securitySchemes) ? securitySchemes : {}).flatMap(([name, scheme]) => {
      const model = isObject(scheme) ? modelOf(scheme) : undefined;
      return model ? [[name, model] as const] : [];
    }),
  );
  const wayOf = (way: unknown): string[] => {
    const needs = Object.entries(isObject(way) ? way : {});
    if (needs.length === 0) return ["NoAuth"];
    const uses = needs.flatMap(([name, scopes]) => {
      const model = schemes.get(name);
      const asked = Array.isArray(scopes) ? scopes.map(String) : [];
      return model ? [`${namespace}.\`${name}\`${model.argumentsFor(asked)}`] : [];
    });
    // A way without one of its schemes would let in whoever lacks that one.
    if (uses.length < needs.length) return [];
    return [uses.length > 1 ? `[${uses.join(", ")}]` : uses.join("")];
  };
  return {
    declarations: [...schemes]
      .map(([name, { doc, text }]) => `${doc}model \`${name}\`${text}`)
      .join("\n\n"),
    decorator(requirements) {
      const ways = Array.isArray(requirements) ? requirements.flatMap(wayOf) : [];
      return ways.length > 0 ? `@useAuth(${ways.join(" | ")})` : "";
    },
  };
}

interface Model {
  readonly doc: string;
  readonly text: string;
  /** The template arguments that ask for scopes. */
  readonly argumentsFor: (scopes: readonly string[]) => string;
}

function modelOf(scheme: Node): Model | undefined {
  const { type, description } = scheme;
  const doc = typeof description === "string" ? `@doc(${textOf(description)})\n` : "";
  const plain = (text: string): Model => ({ doc, text, argumentsFor: () => "" });
  switch (type) {
    case "http":
      return plain(` {\n  type: AuthType.http;\n  scheme: ${textOf(scheme["scheme"])};\n}`);
    case "apiKey":
      if (!places.has(String(scheme["in"]))) return undefined;
      return plain(
        ` is ApiKeyAuth<ApiKeyLocation.${String(scheme["in"])}, ${textOf(scheme["name"])}>;`,
      );
    case "openIdConnect":
      return {
        doc,
        text: `<Scopes extends string[] = []> is OpenIdConnectAuth<${textOf(scheme["openIdConnectUrl"])}, Scopes>;`,
        argumentsFor: (scopes) => `<${listOf(scopes)}>`,
      };
    case "oauth2":
      return { doc, ...oauthOf(scheme) };
    default:
      return undefined;
  }
}

const places: ReadonlySet<string> = new Set(["header", "query", "cookie"]);

/** Those of OpenAPI 3.1, which are those of TypeSpec. */
const isFlow = /^(implicit|password|clientCredentials|[a-z]+Code)$/;

/** Each flow takes its own scopes: a list for all of them would add the scopes of one flow to the others. */
function oauthOf(scheme: Node): Pick<Model, "text" | "argumentsFor"> {
  const flows = Object.entries(isObject(scheme["flows"]) ? scheme["flows"] : {}).filter(
    (entry): entry is [string, Node] => isFlow.test(entry[0]) && isObject(entry[1]),
  );
  const parameters = flows.map((_, index) => `Scopes${index} extends string[] = []`);
  const written = flows.map(([name, flow], index) => {
    const urls = Object.keys(flow)
      .filter((key) => /^[a-z]+Url$/.test(key))
      .map((key) => `${key}: ${textOf(flow[key])};`);
    return `  {\n    ${[`type: OAuth2FlowType.${name};`, ...urls, `scopes: Scopes${index};`].join("\n    ")}\n  }`;
  });
  const known = flows.map(([, { scopes }]) => Object.keys(isObject(scopes) ? scopes : {}));
  const all = new Set(known.flat());
  return {
    text: `<${parameters.join(", ")}> is OAuth2Auth<[\n${written.join(",\n")}\n]>;`,
    argumentsFor: (scopes) => {
      const lists = known.map((names) =>
        listOf(scopes.filter((scope) => names.includes(scope) || !all.has(scope))),
      );
      return lists.length > 0 ? `<${lists.join(", ")}>` : "";
    },
  };
}

function listOf(texts: readonly string[]): string {
  return `[${texts.map(textOf).join(", ")}]`;
}

function textOf(value: unknown): string {
  return JSON.stringify(String(value)).replaceAll("${", "\\${");
}
