import {
  isSchema,
  mapDocumentParts,
  type SourcePosition,
  uncheckedFormat,
  writePosition,
} from "@contract-toolkit/kernel";
import { join, relative } from "node:path";
import type { Spec } from "../compile.ts";
import type { Service } from "../service.ts";
import { sourceExtension } from "../source-positions.ts";

/** A warning for each format and encoding that no part of the toolkit checks, so every text is accepted. */
export function uncheckedFormats({ root }: Spec, services: readonly Service[]): string[] {
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
        const format = uncheckedFormat(schema);
        const source = schema[sourceExtension] as SourcePosition | undefined;
        const at =
          source && writePosition({ ...source, file: relative("", join(root, source.file)) });
        if (format !== undefined) found.add(`${at ? `${at} - ` : ""}warning ${adviceFor(format)}`);
        return schema;
      },
    });
  return [...found];
}

function adviceFor(format: string): string {
  return `unchecked-format: The format "${format}" is unknown, so every text is accepted. Say by a @pattern which texts are right.`;
}
