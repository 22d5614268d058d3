/** What an import lost: the differences between the document and the TypeSpec. */
import {
  isObject,
  type OpenApiDocument,
  pointerNames,
  pointerStep,
  valueAt,
  visitParts,
} from "@contract-toolkit/contract";
import { CannotCompareError } from "@contract-toolkit/diff/cannot-compare-error";
import type { Change } from "@contract-toolkit/diff/change";
import { diff } from "@contract-toolkit/diff";
import { contractFormOf, readOpenApi } from "@contract-toolkit/diff/read/openapi";
import {
  nodeOrEmpty,
  nodesOf,
  takeOut,
  type Node,
} from "@contract-toolkit/schemas/documents/nodes";
import type { Fix } from "@contract-toolkit/import/fix";
import { walkValues } from "@contract-toolkit/import/values";

interface Loss extends Fix {
  /** Whether it is only about a name, a note or the form of a token, so that messages are the same. */
  readonly isOfName: boolean;
}

/**
 * Compares a document with the TypeSpec that it was converted to.
 *
 * @returns every difference with its place in the source; none if the two are one contract
 */
export function lossesOf(source: Node, converted: OpenApiDocument): Loss[] {
  const result = withJoinedOperations(converted);
  const lost = [
    ...lostSchemes(source, result),
    ...differences(source, result),
    ...lostNotes(source, result),
  ];
  return [...new Map(lost.map((loss) => [`${loss.pointer} ${loss.what}`, loss])).values()];
}

/** An operation is written once for each kind of its bodies. In OpenAPI, the further ones have a fragment after their path. */
function withJoinedOperations(document: OpenApiDocument): object {
  const copy = structuredClone(document);
  for (const [key, item] of nodesOf(copy.paths)) {
    const [path = "", id] = key.split("#");
    if (id !== undefined) takeOut(copy.paths, key);
    for (const [method, { requestBody }] of id === undefined ? [] : nodesOf(item)) {
      const content = valueAt(copy.paths, `/${pointerStep(path)}/${method}/requestBody/content`);
      Object.assign(nodeOrEmpty(content), nodeOrEmpty(requestBody)["content"]);
    }
  }
  return copy;
}

function differences(source: Node, result: object): Loss[] {
  try {
    const policy = { today: new Date(), noticeDays: 0 };
    const changes = diff(contractFormOf(withPlaces(source)), readOpenApi(result), policy, {
      showsMessages: false,
    });
    // No text is null, so parameters and headers are generated without it.
    const isOfText = ({ id, pointer }: Change) =>
      id === "became-not-nullable" && !/^\/(request|response\/\w+)\/body/.test(pointer);
    return changes
      .filter((change) => !isOfText(change))
      .map((change) => ({
        pointer: describeLossPlace(change, source),
        what: `${change.operation === "" ? "" : `${change.operation}${change.pointer}: `}${change.message}`,
        cause: change.message.replace(/ \(.*|; no message is shown.*/s, ""),
        isOfName: change.id === "operation-id-changed",
      }));
  } catch (error) {
    if (!(error instanceof CannotCompareError)) throw error;
    const what = `the result cannot be compared: ${error.message}`;
    return [{ pointer: "#", what, isOfName: false }];
  }
}

/** A copy in which every operation and schema has its place, which changes then report. */
function withPlaces(source: Node): Node {
  const copy = structuredClone(source);
  visitParts(copy, (part, { pointer }) => {
    part["x-position"] = pointer;
  });
  return copy;
}

/** The place of a change. Changes within an operation have no position, so it is found from the message. */
function describeLossPlace({ id, pointer, source }: Change, document: Node): string {
  const place = source.old ?? "#";
  const [, message, status = ""] = pointer.split("/");
  const within = /^(required-)?body-|^content-type-/.test(id) ? "/requestBody" : "";
  const inside = message === "response" ? `/responses/${status}` : within;
  const isOperation = isObject(valueAt(document, `${place.slice(1)}/responses`));
  if (id.startsWith("security-"))
    return has(document, `${place}/security`) ? `${place}/security` : "#/security";
  return isOperation && has(document, place + inside) ? place + inside : place;
}

function has(document: Node, pointer: string): boolean {
  return valueAt(document, pointer.slice(1)) !== undefined;
}

/** Lost security schemes, also unused ones. Descriptions are not compared. */
function lostSchemes(source: Node, result: object): Loss[] {
  const at = "/components/securitySchemes";
  const schemes = valueAt(source, at);
  return Object.entries(nodeOrEmpty(schemes)).flatMap(([id, scheme]) => {
    const base = `${at}/${pointerStep(id)}`;
    const found = valueAt(result, base);
    const unused = "no operation uses this security scheme";
    if (found === undefined) return [{ pointer: `#${base}`, what: unused, isOfName: false }];
    return flattenMembers(scheme, "").flatMap(([pointer, value]) => {
      const [last = "", before] = pointerNames(pointer).reverse();
      const kept = valueAt(found, pointer);
      const isScope = before === "scopes";
      if (last === "description" || (isScope ? kept !== undefined : sameText(kept, value)))
        return [];
      const name = isScope ? `scope ${last}, which no operation asks for,` : last;
      const what = `${name} of a security scheme`;
      return [{ pointer: `#${base}${pointer}`, what, isOfName: last === "bearerFormat" }];
    });
  });
}

/** Notes for readers that are nowhere in the result: descriptions, titles, examples, links to documentation and extensions. */
function lostNotes(source: Node, result: object): Loss[] {
  const said = new Set(
    [...walkValues(result)].map(({ key, value, path }) =>
      noteText(path.includes("examples") ? "example" : key, value),
    ),
  );
  const lost: Loss[] = [];
  visitParts(source, (part, place) => {
    for (const [key, value] of Object.entries(part)) {
      const isNote = /^(description|summary|title|externalDocs|example|x-.*)$/.test(key);
      if (isNote && value !== "" && !said.has(noteText(key, value)))
        lost.push({
          cause: key.replace(/^x-.*/, "x-"),
          pointer: `${place.pointer}/${pointerStep(key)}`,
          what: `${key}: removed`,
          isOfName: true,
        });
    }
  });
  return lost;
}

/** Texts are compared without their white space. */
function noteText(key: string, value: unknown): string {
  const text = typeof value === "string" ? value.replaceAll(/\s+/g, " ").trim() : value;
  return JSON.stringify([/^(summary|title)$/.test(key) ? "description" : key, text]);
}

/** HTTP scheme names are case-insensitive. */
function sameText(left: unknown, right: unknown): boolean {
  return String(left).toLowerCase() === String(right).toLowerCase();
}

function flattenMembers(value: unknown, pointer: string): [string, unknown][] {
  if (!isObject(value)) return [[pointer, value]];
  return Object.entries(value).flatMap(([key, value]) =>
    key.startsWith("x-") ? [] : flattenMembers(value, `${pointer}/${pointerStep(key)}`),
  );
}
