/** Differences between a document and its TypeSpec that messages show. */
import { valueAt } from "@contract-toolkit/contract";
import type { Specification } from "@contract-toolkit/generate";
import { receiverCompilerOf } from "@contract-toolkit/generate/validation/service-schemas";
import { operationsOf } from "@contract-toolkit/import/document";
import type { Fix } from "@contract-toolkit/import/fix";
import {
  isDisputed,
  judgedMessages,
  spread,
  type JudgedMessage,
} from "@contract-toolkit/import/judge";
import { walkValues } from "@contract-toolkit/import/values";
import { nodeOrEmpty, type Node } from "@contract-toolkit/schemas/documents/nodes";
import { documentedOperation } from "../documents/places.ts";
import { onlyOperations } from "../documents/only-operations.ts";

/**
 * Judges messages of some operations by the schemas of the document and by the validators of the TypeSpec.
 *
 * @param said what is known to differ
 * @returns differences in places of which nothing is said
 */
export function judgedLosses(
  document: Node,
  service: Specification["services"][number],
  said: readonly Fix[],
): Fix[] {
  const parts = spread(operationsOf(document), mostJudged)
    .map((place) => onlyOperations(document, [place]))
    .filter((part) => JSON.stringify(part).length <= longestPart);
  const operations = service.operations.filter(({ operation }) =>
    parts.some((part) => "responses" in documentedOperation(part, operation).own),
  );
  const compiler = receiverCompilerOf({ ...service, operations });
  const result = { operations, validatorOf: (id: string) => compiler.getSchema(id) };
  const silent = parts
    .flatMap((part) => disputedIn(part, result))
    .filter(({ pointer, within }) => {
      const places = [within, pointer, ...referredFrom(pointer, document)];
      return !said.some((fix) =>
        places.some((place) => `${fix.pointer}/`.startsWith(`#${place}/`)),
      );
    });
  return [...new Map(silent.map((found) => [found.pointer, found])).values()].map(lossOf);
}

/** The import of a document takes at most a tenth longer with so many operations of such a length, in characters. */
const mostJudged = 6;
const longestPart = 100_000;

function disputedIn(part: Node, result: Parameters<typeof judgedMessages>[1]): JudgedMessage[] {
  try {
    return judgedMessages(part, result, { depth: 2, most: 300 }).filter(isDisputed);
  } catch {
    // A schema that ajv cannot read has no judge.
    return [];
  }
}

/** Where the references of a part lead, and those of what they lead to. */
function referredFrom(pointer: string, document: Node, found = new Set<string>()): Set<string> {
  for (const { key, value } of walkValues(nodeOrEmpty(valueAt(document, pointer))))
    if (key === "$ref" && typeof value === "string" && !found.has(value.slice(1))) {
      found.add(value.slice(1));
      referredFrom(value.slice(1), document, found);
    }
  return found;
}

function lossOf({ pointer, within, value, isDocumented, brokenRules }: JudgedMessage): Fix {
  const shown = value === undefined ? "a message without it" : JSON.stringify(value).slice(0, 80);
  const what = isDocumented
    ? `${shown} is refused (${brokenRules.join(", ")}), which the document accepts`
    : `${shown} is accepted, which the document refuses`;
  return {
    pointer: `#${pointer}`,
    what: `${what}, in ${within}`,
    cause: isDocumented ? "refused" : "accepted",
  };
}
