import { accepts } from "@contract-toolkit/schemas/second-validator/oracle";
import { integerFormats, integerRange, type Schema, textFormats } from "@contract-toolkit/contract";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import { workOf } from "./work.ts";
import { compareFields } from "@contract-toolkit/schemas/comparison-keywords";

/** Judges messages by two independent validators. Results are undefined for a schema that a validator cannot read. */
export interface Judge {
  /** The cost of the first validator. */
  readonly work: number;
  /** The errors of the first validator; null if there are none. */
  readonly errors: (value: unknown) => readonly ErrorObject[] | null | undefined;
  /** Whether the second validator accepts a message. It is much slower, so use it last. */
  readonly isAccepted: (value: unknown) => boolean | undefined;
}

/** Makes a judge for a schema, which is compiled at its first use. */
export function createSchemaJudge(schema: Schema): Judge {
  let compiled: ValidateFunction | undefined;
  let isReadable = true;
  /** After a pattern or reference that a validator cannot read, the judge has no opinion. */
  const attempt = <Result>(judge: () => Result): Result | undefined => {
    try {
      return isReadable ? judge() : undefined;
    } catch (error) {
      // A very deep schema overflows the stack, which says nothing of the message.
      if (error instanceof RangeError) throw error;
      isReadable = false;
      return undefined;
    }
  };
  return {
    work: workOf(schema),
    errors: (value) =>
      attempt(() => {
        compiled ??= compileSchema(schema);
        compiled(value);
        return compiled.errors ?? null;
      }),
    isAccepted: (value) => attempt(() => accepts(schema, value)),
  };
}

/** Shared, because making a compiler takes as long as compiling a small schema. Schemas are removed after compilation. */
let compiler: Ajv2020 | undefined;

function compileSchema(schema: Schema): ValidateFunction {
  compiler ??= createSchemaCompiler();
  const compiled = compiler.compile(schema);
  compiler.removeSchema(schema);
  return compiled;
}

function createSchemaCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, validateSchema: false });
  addStandardFormats.default(ajv);
  for (const [name, format] of Object.entries(textFormats)) ajv.addFormat(name, format);
  for (const name of integerFormats) {
    const { from, to } = integerRange(name);
    ajv.addFormat(name, { type: "number", validate: (value) => value >= from && value <= to });
  }
  compareFields(ajv);
  return ajv;
}
