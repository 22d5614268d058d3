import { accepts } from "@contract-toolkit/conformance/internal";
import { formats, integerFormats, integerRange, type Schema } from "@contract-toolkit/kernel";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import { workOf } from "./work.ts";
import { compareFields } from "../../generate/validation/keywords/comparisons.ts";

/** Judges messages by two validators that have nothing in common. What a validator cannot read it has no opinion of. */
export interface Judge {
  /** What it costs to ask the first one. */
  readonly work: number;
  /** What the first one has against a message; null where it has nothing. */
  readonly errors: (value: unknown) => readonly ErrorObject[] | null | undefined;
  /** Whether the second one accepts it. It takes much longer, so that it is asked last. */
  readonly isAccepted: (value: unknown) => boolean | undefined;
}

/** A judge of messages of a schema, which is compiled when it is needed. */
export function createJudge(schema: Schema): Judge {
  let compiled: ValidateFunction | undefined;
  let isReadable = true;
  /** A pattern or a reference may be one that a validator does not take, and will not take the next time. */
  const attempt = <Result>(judge: () => Result): Result | undefined => {
    try {
      return isReadable ? judge() : undefined;
    } catch {
      isReadable = false;
      return undefined;
    }
  };
  return {
    work: workOf(schema),
    errors: (value) =>
      attempt(() => {
        compiled ??= compile(schema);
        compiled(value);
        return compiled.errors ?? null;
      }),
    isAccepted: (value) => attempt(() => accepts(schema, value)),
  };
}

/** One compiler serves all: to make one takes as long as to compile a small schema. It keeps nothing. */
let compiler: Ajv2020 | undefined;

function compile(schema: Schema): ValidateFunction {
  compiler ??= createCompiler();
  const compiled = compiler.compile(schema);
  compiler.removeSchema(schema);
  return compiled;
}

function createCompiler(): Ajv2020 {
  const ajv = new Ajv2020({ allErrors: true, strict: false, logger: false, validateSchema: false });
  addStandardFormats.default(ajv);
  for (const [name, format] of Object.entries(formats)) ajv.addFormat(name, format);
  for (const name of integerFormats) {
    const { from, to } = integerRange(name);
    ajv.addFormat(name, { type: "number", validate: (value) => value >= from && value <= to });
  }
  compareFields(ajv);
  return ajv;
}
