/** An OpenAPI document as TypeSpec. */
import { isObject } from "@contract-toolkit/contract";
import {
  findFreeName,
  nodeOrEmpty,
  nodesIn,
  nodesOf,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import { readAuthenticationSchemes } from "./authentication.ts";
import { namespaceName, operationIds } from "../fixes/names.ts";
import { componentSchemas } from "../document.ts";
import { writeOperations } from "./operations.ts";
import {
  documentation,
  extensionsOf,
  externalDocumentation,
  typeSpecString,
  valueText,
} from "./texts.ts";
import { TypeWriter, type Report } from "./types.ts";

/** The files of a specification, by name. */
export type Files = Readonly<Record<"main.tsp", string>> & Readonly<Record<string, string>>;

/**
 * Writes a document as TypeSpec.
 *
 * @param report is called for everything of the document that the TypeSpec does not have and `contract diff` does not compare
 */
export function writeTypeSpec(document: Node, report: Report): Files {
  const taken = operationIds(document);
  const name = namespaceName(document);
  const authentication = findFreeName("Authentication", [
    name,
    ...taken,
    ...Object.keys(componentSchemas(document)),
  ]);
  const { declarations, decorator } = readAuthenticationSchemes(document, authentication);
  const writer = new TypeWriter(document, [...taken, authentication], report);
  const operations = writeOperations(
    writer,
    (security) => decorator(security) || publicOf(security, document),
  );
  const main = [
    ...libraries.map((library) => `import "${library}";`),
    ...(writer.usesXml() ? ['import "@typespec/xml";'] : []),
    ...(declarations === "" ? [] : [`import "./${authenticationFile}";`]),
    "",
    "using Http;",
    "using OpenAPI;",
    "using Contract;",
    ...(writer.usesXml() ? ["using TypeSpec.Xml;"] : []),
    "",
    ...serviceOf(document, report),
    ...[decorator(document["security"])].filter(Boolean),
    `namespace ${name};`,
    "",
    ...[...writer.declarations(), ...operations].flatMap((declaration) => [declaration, ""]),
  ].join("\n");
  if (declarations === "") return { "main.tsp": main };
  return {
    "main.tsp": main,
    [authenticationFile]: `import "@typespec/http";\n\nusing Http;\n\nnamespace ${authentication};\n\n${declarations}\n`,
  };
}

const libraries = [
  ...["http", "openapi", "openapi3"].map((text) => `@typespec/${text}`),
  "@contract-toolkit/typespec",
];

/** Name of the file with the security schemes, beside `main.tsp`. */
const authenticationFile = "authentication.tsp";

/** An empty list of requirements overrides those of the document. */
function publicOf(security: unknown, { security: shared }: Node): string {
  const isEmpty = Array.isArray(security) && security.length === 0;
  return isEmpty && shared !== undefined ? "@useAuth(NoAuth)" : "";
}

function serviceOf(document: Node, report: Report): string[] {
  const { title, description, termsOfService, ...info } = nodeOrEmpty(document["info"]);
  const isUrl = typeof termsOfService === "string" && URL.canParse(termsOfService);
  if (termsOfService !== undefined && !isUrl)
    report(
      document["info"],
      `termsOfService ${JSON.stringify(termsOfService)}, which is not a whole URL: removed`,
    );
  const servers = nodesIn(document["servers"]).filter(({ url }) => url !== undefined);
  return [
    ...documentation(description),
    `@service(#{ title: ${typeSpecString(title)} })`,
    `@info(${valueText(removeNullMembers({ ...info, ...(isUrl && { termsOfService }) }))})`,
    ...externalDocumentation(document["externalDocs"]),
    // The compiler applies the last decorator first.
    ...servers.map(serverText).reverse(),
    ...nodesIn(document["tags"])
      .map(
        ({ name, ...tag }) =>
          `@tagMetadata(${typeSpecString(name)}, ${valueText(removeNullMembers(tag))})`,
      )
      .reverse(),
    ...extensionsOf(document),
  ];
}

/** Generators write null for what is not given. */
function removeNullMembers(value: unknown): unknown {
  if (!isObject(value)) return value;
  const members = Object.entries(value).filter(([, value]) => value !== null);
  return Object.fromEntries(members.map(([key, value]) => [key, removeNullMembers(value)]));
}

function serverText({ url, description, variables }: Node): string {
  const parameters = nodesOf(variables).map(
    ([name, { default: value, enum: values, description: about }]) =>
      [
        ...documentation(about),
        `\`${name}\`: ${Array.isArray(values) ? values.map(typeSpecString).join(" | ") : "string"}${value === undefined ? "" : ` = ${typeSpecString(value)}`}`,
      ].join("\n"),
  );
  const given = [
    typeSpecString(url),
    typeSpecString(description ?? ""),
    ...(parameters.length > 0 ? [`{ ${parameters.join(", ")} }`] : []),
  ];
  return `@server(${given.join(", ")})`;
}
