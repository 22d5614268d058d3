/** Judges the types of a generated contract: a literal that the validators accept compiles, and one that they refuse does not. */
import { contentsOf, documentedOf, isObject } from "@contract-toolkit/contract";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import { typecheck } from "../../../conformance/testing/compile.ts";
import type { JudgedMessage } from "../judge/messages.ts";

/**
 * The messages about which types and validators disagree.
 *
 * @param folder of the generated contract
 */
export function literalFaults(folder: string, messages: readonly JudgedMessage[]): string[] {
  const places = Map.groupBy(messages.filter(isExpressible), ({ pointer, brokenRules }) =>
    JSON.stringify([pointer, brokenRules]),
  );
  const literals = [...places.values()].flatMap((all) => all.slice(0, mostOfPlace));
  const lines = literals.flatMap(({ operation, status, message, brokenRules }) => {
    if (!operation) return [];
    const own = `Operations[${JSON.stringify(operation.id)}]`;
    const response = documentedOf(operation.responses, Number(status));
    if (!contentsOf(status === undefined ? operation.body : response).every(isJson)) return [];
    const isValid = brokenRules.length === 0;
    if (status === undefined) {
      const { contentType: _, ...parts } = message;
      const call = Object.entries(parts).filter(
        ([name, part]) => name === "body" || Object.keys(nodeOrEmpty(part)).length > 0,
      );
      const type = `NonNullable<${own}["call"][0]>`;
      return [{ text: `(call: ${typeOf(Object.fromEntries(call))}): ${type} => call`, isValid }];
    }
    const { headers, body } = message;
    const responses = `${own}["responses"][${status}]`;
    const reply = `(reply: Reply<${own}>, body: ${typeOf(body)}, headers: ${typeOf(headers)}) => reply(${status}, body, headers)`;
    return [
      {
        text: `(headers: ${typeOf(headers)}, body: ${typeOf(body)}): Pick<${responses}, "headers" | "body"> => ({ headers, body })`,
        isValid,
      },
      ...(isValid ? [{ text: reply, isValid }] : []),
    ];
  });
  const imports = `import type { Reply } from "@contract-toolkit/contract"; import type { Operations } from "${folder}/operations.js";`;
  const text = lines.map(({ text }, index) => `export const judge${index} = ${text};`);
  const faults = typecheck({ "literals.virtual.ts": [imports, ...text].join("\n") });
  return lines.flatMap(({ text, isValid }, index) => {
    const fault = faults.find(
      ({ line, text }) => line === index + 1 && !(isValid && isOfExcess.test(text)),
    );
    return isValid === (fault === undefined) ? [] : [`${text} ${fault?.text ?? "compiles"}`];
  });
}

/** Literals of one place that break the same rules are much alike. */
const mostOfPlace = 3;

/** Types refuse fields that are not documented, which many validators accept. Every object has a constructor. */
const isOfExcess = /no properties in common|Undocumented|Record<string, never>|'Function'/;

/** Whether the document agrees, and types can express it: they know neither integers nor other fields. */
function isExpressible({ brokenRules, isDocumented, message }: JudgedMessage): boolean {
  const isValid = brokenRules.length === 0;
  const isKnown = brokenRules.every((rule) => ["type", "required", "enum", "const"].includes(rule));
  const text = JSON.stringify(message);
  const isFurther = isValid ? text.includes("undocumented") : /\d\.\d|undocumented/.test(text);
  return isValid === isDocumented && isKnown && !isFurther;
}

function isJson({ kind }: { readonly kind?: string }): boolean {
  return kind === undefined;
}

/** The type that has only one value. */
function typeOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(typeOf).join(", ")}]`;
  if (value === undefined) return "undefined";
  if (!isObject(value)) return JSON.stringify(value);
  const fields = Object.entries(value).flatMap(([name, field]) =>
    field === undefined ? [] : [`${JSON.stringify(name)}: ${typeOf(field)}`],
  );
  return `{ ${fields.join("; ")} }`;
}
