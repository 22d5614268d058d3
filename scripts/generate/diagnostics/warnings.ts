import {
  isSchema,
  mapDocumentParts,
  type Schema,
  type SourcePosition,
  uncheckedFormat,
  writePosition,
} from "@contract-toolkit/contract";
import { join, relative } from "node:path";
import type { Spec } from "../compile.ts";
import type { Service } from "../service-model/service.ts";
import { sourceExtension } from "../source-positions.ts";

/** Warnings about what a JSON Schema cannot guarantee: formats that nobody checks, and decimals that JSON rounds. */
export function warningsAbout({ root }: Spec, services: readonly Service[]): string[] {
  const found = new Set<string>();
  for (const { documents } of services)
    mapDocumentParts(documents.annotated, {
      parameter: ({ schema, ...parameter }) => ({
        ...parameter,
        ...(isSchema(schema) && {
          schema: { [sourceExtension]: parameter[sourceExtension], ...schema },
        }),
      }),
      schema: (schema) => {
        const warning = warningOf(schema);
        const source = schema[sourceExtension] as SourcePosition | undefined;
        const at =
          source && writePosition({ ...source, file: relative("", join(root, source.file)) });
        if (warning !== undefined) found.add(`${at ? `${at} - ` : ""}warning ${warning}`);
        return schema;
      },
    });
  return [...found];
}

function warningOf(schema: Schema): string | undefined {
  const format = uncheckedFormat(schema);
  if (format !== undefined)
    return `unchecked-format: The format "${format}" is unknown, so every text is accepted. Say by a @pattern which texts are right.`;
  return schema.type === "number" && decimals.has(schema.format)
    ? "rounded-decimal: Programs round a number of JSON to about 15 digits. Write a decimal that must be exact as a string (@encode(string))."
    : undefined;
}

const decimals: ReadonlySet<unknown> = new Set(["decimal", "decimal128"]);
