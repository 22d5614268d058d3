import {
  isSchema,
  mapDocumentParts,
  type Schema,
  type SourcePosition,
  uncheckedFormat,
} from "@contract-toolkit/contract";
import { NoTarget, type Diagnostic } from "@typespec/compiler";
import type { Spec } from "../compile.ts";
import type { Service } from "../service-model/service.ts";
import { sourceExtension } from "../source-positions.ts";
import { specFault, targetAt } from "../spec-checks/spec-fault.ts";

/** Warnings about what a JSON Schema cannot guarantee: formats that nobody checks, and decimals that JSON rounds. */
export function warningsAbout(spec: Spec, services: readonly Service[]): Diagnostic[] {
  const found = new Map<string, Diagnostic>();
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
        if (warning)
          found.set(
            JSON.stringify([source, warning]),
            specFault(source ? targetAt(spec, source) : NoTarget, ...warning, "warning"),
          );
        return schema;
      },
    });
  // The program leaves out those that the specification suppresses.
  const { length } = spec.program.diagnostics;
  spec.program.reportDiagnostics([...found.values()]);
  return spec.program.diagnostics.slice(length);
}

function warningOf(schema: Schema): [code: string, message: string] | undefined {
  const format = uncheckedFormat(schema);
  if (format !== undefined)
    return [
      "unchecked-format",
      `The format "${format}" is unknown, so every text is accepted. Say by a @pattern which texts are right.`,
    ];
  return schema.type === "number" && decimals.has(schema.format)
    ? [
        "rounded-decimal",
        "Programs round a number of JSON to about 15 digits. Write a decimal that must be exact as a string (@encode(string)).",
      ]
    : undefined;
}

const decimals: ReadonlySet<unknown> = new Set(["decimal", "decimal128"]);
