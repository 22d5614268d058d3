import type { SearchEntry } from "./browser/search.ts";
import type { ReferenceContract } from "./contract.ts";
import { errorCodesOf } from "./error-codes.ts";
import type { FoundField } from "./schema.ts";

/** The search entries of a contract's page: operations, fields, samples, error codes and choices. */
export function searchEntries(
  contract: ReferenceContract,
  fields: readonly FoundField[],
): SearchEntry[] {
  const { name, operations, samples, choices, document } = contract;
  const entry = (title: string, kind: string, id: string, text = ""): SearchEntry => ({
    title,
    kind: `${kind}, ${document.info.title}`,
    href: `${name}.html#${id}`,
    text: text.length > 160 ? `${text.slice(0, 160)}…` : text,
  });
  return [
    ...operations.map(({ operation: { id, method, path, summary }, emitted }) =>
      entry(summary, id, id, `${method} ${path} ${emitted.description ?? ""}`),
    ),
    ...fields.map(({ id, name: field, text }) =>
      entry(field, id.split(".", 2).join(" "), id, text),
    ),
    ...samples.map(({ operation, name: sample, why }) =>
      entry(sample, `sample of ${operation}`, `${operation}.sample.${sample}`, why),
    ),
    ...errorCodesOf(contract).map(({ code, text }) =>
      entry(String(code), "error code", `error-code-${code}`, text.join(" ")),
    ),
    ...choices.map(({ id, open, chosen }) =>
      entry(id, "choice", `choice-${id}`, `${open} ${chosen}`),
    ),
  ];
}
