import {
  type DecoratorContext,
  type Namespace,
  type ObjectValue,
  type Operation,
  type OpExample,
  type Program,
  serializeValueAsJson,
  type Type,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { isObjectValue, mergedObjects } from "./merged-values.ts";
import { providerStatesOf, setProviderStates, type WrittenSample } from "./declarations.ts";

export type SampleText = Omit<WrittenSample, "literal">;

export function addSamples(
  context: DecoratorContext,
  target: Operation,
  samples: readonly SampleText[],
): void {
  const { program } = context;
  for (const sample of writtenSamples(context, target, samples)) {
    const { title, description, literal } = sample;
    const example = { title, description, ...readSampleMessages(literal), declaredAt: literal };
    addExample(program, target, example);
    addProviderStates(program, target, sample);
  }
}

/** Samples with their values in the source. In `@samplesLike`, the argument before the samples is merged into each. */
export function writtenSamples(
  { decoratorTarget, program }: DecoratorContext,
  target: Namespace | Operation,
  samples: readonly SampleText[],
): WrittenSample[] {
  const written = target.decorators.find(({ node }) => node === decoratorTarget);
  const literals = written?.args.map(({ value }) => (isObjectValue(value) ? value : undefined));
  const like = literals?.at(-samples.length - 1);
  return samples.flatMap((sample, index) => {
    const own = literals?.at(index - samples.length);
    return own ? [{ ...sample, literal: like ? mergedObjects(program, like, own) : own }] : [];
  });
}

/** The request and the response of a sample, as far as it has them. */
export function readSampleMessages(
  literal: ObjectValue,
): Pick<OpExample, "parameters" | "returnType"> {
  const [parameters, returnType] = ["parameters", "returnType"].map(
    (name) => literal.properties.get(name)?.value,
  );
  return { ...(parameters && { parameters }), ...(returnType && { returnType }) };
}

/** Adds the provider states of a sample. */
export function addProviderStates(
  program: Program,
  target: Operation,
  { title, literal }: WrittenSample,
): void {
  const value = literal.properties.get("providerStates")?.value;
  if (!value) return;
  const states = serializeValueAsJson(program, value, $(program).intrinsic.any) as States;
  for (const [name, values] of [states].flat().flatMap((item) => Object.entries(item)))
    addProviderState({ program, decoratorTarget: literal }, target, title, name, values);
}

type States = Record<string, Record<string, unknown>> | Record<string, Record<string, unknown>>[];

/** A sample of `@samples` or `@refusalSamples`. */
export interface DeclaredExample extends OpExample {
  readonly declaredAt: ObjectValue;
  /** Whether the whole service declares it. */
  readonly isRefusal?: true;
}

/** Adds a sample to the samples of `@opExample`. */
export function addExample(program: Program, target: Operation, example: DeclaredExample): void {
  opExamples(program).set(target, [...(opExamples(program).get(target) ?? []), example]);
}

export function addProviderState(
  { program, decoratorTarget: decorator }: Pick<DecoratorContext, "program" | "decoratorTarget">,
  target: Operation,
  sample: string,
  name: string,
  values: Record<string, unknown> = {},
): void {
  const known = providerStatesOf(program, target) ?? [];
  setProviderStates(program, target, [...known, { value: { sample, name, values }, decorator }]);
}

/** Internal state of the compiler, which has no function to add to it. */
function opExamples(program: Program): Map<Type, readonly OpExample[]> {
  return program.stateMap(Symbol.for("TypeSpec.opExamples")) as Map<Type, readonly OpExample[]>;
}
