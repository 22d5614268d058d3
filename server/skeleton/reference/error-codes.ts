import { isSchema, type Schema } from "@contract-toolkit/kernel";
import { resolveSchema, type ReferenceContract } from "./contract.ts";

/** All error codes (`@errorCode`) from the lowest, with their meaning and the answers that contain them. */
export function errorCodesOf({ document, operations }: ReferenceContract) {
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
