import { isSchema, type Schema } from "@contract-toolkit/kernel";
import { resolveSchema, type ReferenceContract } from "./contract.ts";

/** A code of errors (`@errorCode`): what it means, and which answers have it. */
export interface ErrorCode {
  readonly code: number;
  readonly text: readonly string[];
  readonly answers: readonly { readonly operation: string; readonly status: string }[];
}

/** Every code that answers of a contract list, the lowest first. */
export function errorCodesOf({ document, operations }: ReferenceContract): ErrorCode[] {
  const found = operations.flatMap(({ operation: { id }, responses }) =>
    responses.flatMap(([status, { description, content = {} }]) =>
      Object.values(content).flatMap(({ schema }) =>
        codeFieldsOf(resolveSchema(document, schema)).flatMap((field) =>
          codesOf(resolveSchema(document, field)).map((code) => ({
            code,
            text: textOf(code, field.description) ?? description,
            answer: { operation: id, status },
          })),
        ),
      ),
    ),
  );
  return [...Map.groupBy(found, ({ code }) => code)]
    .sort(([one], [other]) => one - other)
    .map(([code, all]) => ({
      code,
      text: [...new Set(all.map(({ text }) => text))],
      answers: all.map(({ answer }) => answer),
    }));
}

function codeFieldsOf({ properties = {} }: Schema): Schema[] {
  return Object.values(properties)
    .filter(isSchema)
    .filter((field) => field["x-error-code"] === true);
}

function codesOf({ enum: values = [], const: only }: Schema): number[] {
  return [...values, only].filter((each) => typeof each === "number");
}

/** The part of a description that begins with the code and a colon. */
function textOf(code: number, description = ""): string | undefined {
  const text = ` ${description.replaceAll("\n", " ")}`;
  const prefix = ` ${code}: `;
  const start = text.indexOf(prefix);
  if (start < 0) return undefined;
  const rest = text.slice(start + prefix.length);
  const end = rest.search(/ [0-9]+: /);
  return (end < 0 ? rest : rest.slice(0, end)).trim();
}
