/** What `tsp-openapi3` leaves out of an operation, written into the TypeSpec that it made. */
import { isObject } from "@contract-toolkit/kernel";
import {
  parse,
  SyntaxKind,
  type Node as SyntaxNode,
  type OperationStatementNode,
} from "@typespec/compiler/ast";
import { authenticationOf, http } from "./authentication.ts";
import { itemsOf, nodeOf, takeOut, type Node } from "../documents/nodes.ts";
import { isScalar } from "./body-types.ts";
import { freeName, shortName } from "./names.ts";
import { visitParts } from "./parts.ts";
import { referredBy } from "./references.ts";

/** The parts of a completed specification. */
export interface Completed {
  readonly main: string;
  /** The file that `main` imports; undefined where the document has no authentication. */
  readonly authentication: string | undefined;
}

/** Name of the file with the security schemes, beside `main.tsp`. */
export const authenticationFile = "authentication.tsp";

/**
 * Makes `tsp-openapi3` write what it leaves out: the content type of scalars in JSON, which TypeSpec takes for plain text,
 * and defaults that JavaScript takes for false.
 *
 * @param document is changed
 */
export function nameLeftOut(document: Node): void {
  visitParts(document, (part) => {
    if (part["default"] === false || part["default"] === 0 || part["default"] === "")
      part["default"] = `${falsy}${JSON.stringify(part["default"])}`;
    const { content } = part;
    const media = nodeOf(content)["application/json"];
    if (!isObject(content) || !isObject(media) || !hasScalar(media["schema"], document)) return;
    takeOut(content, "application/json");
    content[scalarJson] = media;
  });
}

/** One of several schemas is written to plain text as soon as one of them is a scalar. */
function hasScalar(schema: unknown, document: Node): boolean {
  if (!isObject(schema)) return false;
  const { oneOf, anyOf } = referredBy(schema, document) ?? schema;
  return [schema, ...itemsOf(oneOf ?? anyOf)].some((each) => isScalar(each, document));
}

/** Stands for `application/json` until the TypeSpec is complete. */
const scalarJson = "application/x-scalar+json";

/** Stands before a default that JavaScript takes for false, in a string, until the TypeSpec is complete. */
const falsy = "x-falsy-default:";

/** Adds authentication, and says which bodies are optional. */
export function complete(main: string, document: Node): Completed {
  const namespace = freeName("Authentication", main);
  const name = shortName(String(nodeOf(document["info"])["title"]));
  const { declarations, decorator } = authenticationOf(document, namespace);
  const insertions: Insertion[] = [];
  const visit = (statements: readonly SyntaxNode[], isService: boolean): void => {
    for (const statement of statements) {
      if (statement.kind === SyntaxKind.NamespaceStatement) {
        if (isService)
          insertions.push({ at: statement.pos, text: decorator(document["security"]) });
        const inside = statement.statements;
        if (Array.isArray(inside)) visit(inside, false);
        else if (inside) visit([inside as SyntaxNode], isService);
      } else if (statement.kind === SyntaxKind.OperationStatement) {
        const operation = operationAt(statement, document);
        if (operation) insertions.push(...completed(statement, operation, document, decorator));
      }
    }
  };
  visit(parse(main).statements, true);
  const edited = insertions
    .filter(({ text }) => text !== "")
    .sort((one, other) => other.at - one.at)
    .reduce((text, each) => text.slice(0, each.at) + each.text + text.slice(each.at), main)
    .replaceAll(scalarJson, "application/json")
    .replaceAll("@visibility(Lifecycle.Create)", `@visibility(${inEveryRequest.join(", ")})`)
    .replaceAll(new RegExp(`"${falsy}(false|0|\\\\"\\\\")"`, "g"), (_, value: string) =>
      value.replaceAll("\\", ""),
    );
  const named = name === undefined ? edited : withName(edited, name);
  if (declarations === "") return { main: named, authentication: undefined };
  return {
    main: `import "./${authenticationFile}";\n${named}`,
    authentication: `import "@typespec/http";\n\nusing Http;\n\nnamespace ${namespace};\n\n${declarations}\n`,
  };
}

/** Where what is `writeOnly` is; the converter has it only where something is created. */
const inEveryRequest = ["Create", "Update", "Delete", "Query"].map((each) => `Lifecycle.${each}`);

/** The converter also writes the name of the service in front of what is in it. */
function withName(main: string, name: string): string {
  const [whole, old = ""] = /^namespace ([^.{};]+);$/m.exec(main) ?? [];
  if (whole === undefined || old === name) return main;
  const hidden = new RegExp(`^\\s*(model|enum|union|scalar|interface|namespace) ${name}\\b`, "m");
  if (main.includes(`${old}.`) && hidden.test(main)) return main;
  return main.replace(whole, `namespace ${name};`).replaceAll(`${old}.`, `${name}.`);
}

interface Insertion {
  readonly at: number;
  readonly text: string;
}

function completed(
  statement: OperationStatementNode,
  { security, requestBody }: Node,
  document: Node,
  decorator: (requirements: unknown) => string,
): Insertion[] {
  const auth = security === undefined ? "" : decorator(security) || publicOf(security, document);
  const body = isObject(requestBody)
    ? (referredBy(requestBody, document) ?? requestBody)
    : undefined;
  const isOptional = body !== undefined && body["required"] !== true;
  return [
    { at: statement.pos, text: auth && `\n${auth}\n` },
    ...(isOptional ? optionalBodies(statement) : []),
  ];
}

/** No requirement at all overrides those of the document. */
function publicOf(security: unknown, { security: shared }: Node): string {
  const isEmpty = Array.isArray(security) && security.length === 0;
  return isEmpty && shared !== undefined ? `@useAuth(${http}.NoAuth)` : "";
}

function optionalBodies({ signature }: OperationStatementNode): Insertion[] {
  if (signature.kind !== SyntaxKind.OperationSignatureDeclaration) return [];
  return signature.parameters.properties.flatMap((each) => {
    if (each.kind !== SyntaxKind.ModelProperty || each.optional) return [];
    const isBody = decoratorsOf(each).some(([name]) => name === "body" || name === "multipartBody");
    return isBody ? [{ at: each.id.end, text: "?" }] : [];
  });
}

/** The operation of the document that a statement was made of: TypeSpec keeps its route and method. */
function operationAt(statement: OperationStatementNode, { paths }: Node): Node | undefined {
  const decorators = decoratorsOf(statement);
  const route = decorators.find(([name]) => name === "route")?.[1];
  const item = nodeOf(route === undefined ? undefined : nodeOf(paths)[route]);
  const [method = ""] = decorators.find(([name]) => name in item) ?? [];
  const found = item[method];
  return isObject(found) ? found : undefined;
}

/** Names of decorators, with the first argument where it is a text. */
function decoratorsOf({
  decorators,
}: Pick<OperationStatementNode, "decorators">): [string, string | undefined][] {
  return decorators.flatMap(({ target, arguments: [first] }) =>
    target.kind === SyntaxKind.Identifier
      ? [[target.sv, first?.kind === SyntaxKind.StringLiteral ? first.value : undefined]]
      : [],
  );
}
