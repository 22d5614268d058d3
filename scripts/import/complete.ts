/** Restores what `tsp-openapi3` omits. It is marked in the document, and the marks are replaced in the TypeSpec. */
import { isObject } from "@contract-toolkit/kernel";
import { authenticationOf, http } from "./authentication.ts";
import { itemsOf, nodeOf, nodesOf, takeOut, type Node } from "../documents/nodes.ts";
import { isScalar } from "./body-types.ts";
import { freeName } from "./names.ts";
import { visitParts } from "./visit-document.ts";
import { resolved } from "./references.ts";

/** The parts of a completed specification. */
export interface Completed {
  readonly main: string;
  /** The file that `main` imports; undefined if the document has no authentication. */
  readonly authentication: string | undefined;
}

/** Name of the file with the security schemes, beside `main.tsp`. */
export const authenticationFile = "authentication.tsp";

/** Marks for what the converter omits. No text of the document contains any of them. */
function marksFor(document: Node) {
  const text = JSON.stringify(document);
  return {
    /** A content type for `application/json` with a scalar, which TypeSpec would write as plain text. */
    scalarJson: freeName("application/x-scalar+json", text),
    /** Prefix of a default that is false, 0 or empty, which the converter omits. */
    falsy: freeName("x-falsy-default", text),
    /** Extension of an operation with the index of its security requirements. */
    security: freeName("x-import-security", text),
    /** Extension of an operation with an optional body. */
    optionalBody: freeName("x-import-optional-body", text),
  };
}

/**
 * Marks in a document what the converter omits.
 *
 * @param document is changed
 * @returns a function that completes the TypeSpec of the marked document
 */
export function markLeftOut(document: Node): (main: string) => Completed {
  const marks = marksFor(document);
  const requirements: unknown[] = [];
  for (const [, item] of nodesOf(document["paths"]))
    for (const [, operation] of nodesOf(item)) {
      if (operation["security"] !== undefined)
        operation[marks.security] = requirements.push(operation["security"]) - 1;
      if (hasOptionalBody(operation, document)) operation[marks.optionalBody] = true;
    }
  visitParts(document, (part) => {
    if (part["default"] === false || part["default"] === 0 || part["default"] === "")
      part["default"] = `${marks.falsy}:${JSON.stringify(part["default"])}`;
    const { content } = part;
    const media = nodeOf(content)["application/json"];
    if (!isObject(content) || !isObject(media) || !hasScalar(media["schema"], document)) return;
    takeOut(content, "application/json");
    content[marks.scalarJson] = media;
  });
  return (main) => complete(main, document, { marks, requirements });
}

function hasOptionalBody({ requestBody }: Node, document: Node): boolean {
  const { required, content } = resolved(requestBody, document);
  return required !== true && Object.keys(nodeOf(content)).length > 0;
}

/** A union becomes plain text in TypeSpec if one of its variants is a scalar. */
function hasScalar(schema: unknown, document: Node): boolean {
  const { oneOf, anyOf } = resolved(schema, document);
  return [schema, ...itemsOf(oneOf ?? anyOf)].some((each) => isScalar(each, document));
}

interface Marked {
  readonly marks: ReturnType<typeof marksFor>;
  readonly requirements: readonly unknown[];
}

function complete(main: string, document: Node, { marks, requirements }: Marked): Completed {
  const namespace = freeName("Authentication", main);
  const { declarations, decorator } = authenticationOf(document, namespace);
  const [head = "", ...operations] = main
    // The converter escapes the @ in comments, so this is the decorator.
    .replace(/^@service\(/m, () => `${decorator(document["security"])}\n@service(`)
    .replaceAll(
      new RegExp(`@extension\\("${marks.security}", (\\d+)\\)`, "g"),
      (_, index: string) => {
        const security = requirements[Number(index)];
        return decorator(security) || publicOf(security, document);
      },
    )
    .replaceAll(marks.scalarJson, "application/json")
    .replaceAll("@visibility(Lifecycle.Create)", `@visibility(${inEveryRequest.join(", ")})`)
    .replaceAll(new RegExp(`"${marks.falsy}:(false|0|\\\\"\\\\")"`, "g"), (_, value: string) =>
      value.replaceAll("\\", ""),
    )
    .split(`@extension("${marks.optionalBody}", true)`);
  const edited =
    head + operations.map((text) => text.replace(ownOperation, withOptionalBody)).join("");
  if (declarations === "") return { main: edited, authentication: undefined };
  return {
    main: `import "./${authenticationFile}";\n${edited}`,
    authentication: `import "@typespec/http";\n\nusing Http;\n\nnamespace ${namespace};\n\n${declarations}\n`,
  };
}

/** From the decorators of an operation to the next operation. */
const ownOperation = /\bop\s[^]*?(?=\bop\s|$)/;

function withOptionalBody(operation: string): string {
  return operation.replace(/(@(?:multipartB|b)ody\s+body):/, "$1?:");
}

/** Visibility of `writeOnly` fields, which the converter limits to creation. */
const inEveryRequest = ["Create", "Update", "Delete", "Query"].map((each) => `Lifecycle.${each}`);

/** An empty list of requirements overrides those of the document. */
function publicOf(security: unknown, { security: shared }: Node): string {
  const isEmpty = Array.isArray(security) && security.length === 0;
  return isEmpty && shared !== undefined ? `@useAuth(${http}.NoAuth)` : "";
}
