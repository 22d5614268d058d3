import {
  getPatternData,
  navigateProgram,
  type ModelProperty,
  type Program,
  type Scalar,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { _, type CodeKeywordDefinition } from "ajv";
import type { Ajv2020 } from "ajv/dist/2020.js";
import { noteOfCopies } from "@contract-toolkit/typespec/program";

/** Extension with the message for a value that does not match the pattern. */
export const patternReason = "x-pattern-reason";

/**
 * Carries the second argument of each `@pattern`, a message, through the OpenAPI emitter. A scalar without a message
 * gets a general one, so that it does not inherit the message of its base.
 */
export function markPatterns(program: Program): void {
  const mark = (type: ModelProperty | Scalar) => {
    const data = getPatternData(program, type);
    const reason =
      data?.validationMessage ??
      (data && type.kind === "Scalar" ? `must match ${data.pattern}` : undefined);
    if (reason !== undefined)
      noteOfCopies<ModelProperty | Scalar>(type, (copy) => {
        setExtension(program, copy, patternReason, reason);
      });
  };
  navigateProgram(program, { modelProperty: mark, scalar: mark });
}

/** Adds the message of a pattern to its errors (`params.reason`). */
export function reportReasons(ajv: Ajv2020): void {
  const standard = ajv.getKeyword("pattern") as CodeKeywordDefinition;
  ajv.removeKeyword("pattern");
  ajv.addKeyword({
    ...standard,
    // Keeps the sequence of keywords, and so the sequence of violations.
    before: "format",
    error: {
      message: "must match",
      params: ({ schemaCode, parentSchema }) => {
        const reason: unknown = parentSchema?.[patternReason];
        return typeof reason === "string"
          ? _`{pattern: ${schemaCode}, reason: ${reason}}`
          : _`{pattern: ${schemaCode}}`;
      },
    },
  });
  ajv.addKeyword(patternReason);
}
