import { accepts } from "@contract-toolkit/conformance";
import { formats, type Schema } from "@contract-toolkit/kernel";
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addStandardFormats from "ajv-formats";
import { compareSiblings } from "../../generate/validation/sibling-limit-keyword.ts";

/** Judges messages by two validators that have nothing in common. */
export interface Judge {
  /** Both accept it. */
  readonly accepts: (value: unknown) => boolean;
  /** Both refuse it: what the first one has against it. Undefined where one of them accepts it. */
  readonly refusal: (value: unknown) => readonly ErrorObject[] | undefined;
}

/** A judge of messages of a schema; one whose schema no validator can read accepts and refuses nothing. */
export function createJudge(schema: Schema): Judge {
  let compiled: ValidateFunction | undefined;
  const validate = (value: unknown): ValidateFunction | undefined => {
    try {
      compiled ??= compile(schema);
      compiled(value);
      return compiled;
    } catch {
      return undefined;
    }
  };
  const second = (value: unknown): boolean | undefined => {
    try {
      return accepts(schema, value);
    } catch {
      return undefined;
    }
  };
  return {
    accepts: (value) => validate(value)?.errors === null && second(value) === true,
    refusal(value) {
      const errors = validate(value)?.errors;
      return errors && second(value) === false ? errors : undefined;
    },
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
  compareSiblings(ajv);
  return ajv;
}
