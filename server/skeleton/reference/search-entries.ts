import type { SearchEntry } from "./browser/search.ts";
import type { ReferenceContract } from "./contract.ts";
import { errorCodesOf } from "./error-codes.ts";
import type { FoundField } from "./schema.ts";

/** What can be found on the page of a contract: operations, fields, samples, error codes and choices. */
export function searchEntries(
  contract: ReferenceContract,
  fields: readonly FoundField[],
): SearchEntry[] {
  const { name, operations, samples, choices, document } = contract;
  const { title } = document.info;
  const at = (id: string) => `${name}.html#${id}`;
  return [
    ...operations.map(({ id, method, path, summary, emitted }) => ({
      title: summary,
      kind: `${id}, ${title}`,
      href: at(id),
      text: `${method} ${path} ${shortened(emitted.description)}`,
    })),
    ...fields.map(({ id, name: field, text }) => ({
      title: field,
      kind: `${id.split(".").slice(0, 2).join(" ")}, ${title}`,
      href: at(id),
      text: shortened(text),
    })),
    ...samples.map(({ operation, name: sample, why }) => ({
      title: sample,
      kind: `sample of ${operation}, ${title}`,
      href: at(`${operation}.sample.${sample}`),
      text: shortened(why),
    })),
    ...errorCodesOf(contract).map(({ code, text }) => ({
      title: String(code),
      kind: `error code, ${title}`,
      href: at(`error-code-${code}`),
      text: shortened(text.join(" ")),
    })),
    ...choices.map(({ id, open, chosen }) => ({
      title: id,
      kind: `choice, ${title}`,
      href: at(`choice-${id}`),
      text: shortened(`${open} ${chosen}`),
    })),
  ];
}

function shortened(text = ""): string {
  return text.length > 160 ? `${text.slice(0, 160)}…` : text;
}
