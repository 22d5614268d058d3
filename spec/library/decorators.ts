import {
  createTypeSpecLibrary,
  type DecoratorContext,
  type Model,
  type ModelProperty,
  type Namespace,
  type Operation,
  paramMessage,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { extensionOf, type FieldRule, fieldRules } from "@contract-toolkit/contract/field-rules";
import {
  type Choice,
  choicesOf,
  setAnyOffset,
  setChoices,
  setContentSchema,
  setEventName,
  setRefusalSamples,
  setUnbounded,
  setWebhooks,
} from "./declarations.ts";
import { addProviderState, addSamples, type SampleText, writtenSamples } from "./samples.ts";

const anyMessage = { default: paramMessage`${"message"}` };

/** The library's diagnostics. `validate.ts` reports them when the whole program is known. */
export const $lib = createTypeSpecLibrary({
  name: "@contract-toolkit/typespec",
  diagnostics: {
    "unknown-choice": { severity: "error", messages: anyMessage },
    "unknown-sibling": { severity: "error", messages: anyMessage },
    "unenforced-sibling": { severity: "error", messages: anyMessage },
    "unused-refusal": { severity: "warning", messages: anyMessage },
    "not-comparable": { severity: "error", messages: anyMessage },
    "field-name": { severity: "error", messages: anyMessage },
    "unnamed-variant": { severity: "error", messages: anyMessage },
    tuple: { severity: "error", messages: anyMessage },
    "narrowed-discriminator": { severity: "error", messages: anyMessage },
  },
});

/** A decorator that only writes the extension of its name. */
interface Extending extends Pick<FieldRule, "name"> {
  readonly valueOf: (...args: never[]) => unknown;
}

const isSo = () => true;
const takeFirstArgument = (value: unknown) => value;
const all = (...values: unknown[]) => values;

const extending: readonly Extending[] = [
  ...fieldRules,
  { name: "alwaysContentType", valueOf: takeFirstArgument },
  { name: "boundsCode", valueOf: takeFirstArgument },
  { name: "chosen", valueOf: all },
  { name: "deepObject", valueOf: isSo },
  { name: "errorCode", valueOf: isSo },
  { name: "fresh", valueOf: isSo },
  { name: "generated", valueOf: isSo },
  { name: "maxProperties", valueOf: takeFirstArgument },
  { name: "minProperties", valueOf: takeFirstArgument },
  { name: "multipleOf", valueOf: takeFirstArgument },
  { name: "refusal", valueOf: all },
  { name: "refusalsNameFields", valueOf: isSo },
  { name: "retryable", valueOf: isSo },
  { name: "totalItems", valueOf: isSo },
  { name: "uniqueItems", valueOf: isSo },
];

export const $decorators = {
  Contract: {
    ...Object.fromEntries(
      extending.map((extending) => [extending.name, extensionDecorator(extending)]),
    ),
    choice(
      { program, decoratorTarget: decorator }: DecoratorContext,
      target: Namespace,
      id: string,
      text: Omit<Choice, "id">,
    ): void {
      const known = choicesOf(program, target) ?? [];
      setChoices(program, target, [...known, { value: { id, ...text }, decorator }]);
    },
    providerState: addProviderState,
    webhooks(context: DecoratorContext, target: Namespace, service: Namespace): void {
      setWebhooks(context.program, target, service);
    },
    contentSchema(context: DecoratorContext, target: ModelProperty | Scalar, content: Model): void {
      setExtension(context.program, target, "x-content-schema", content.name);
      setContentSchema(context.program, target, content);
    },
    eventName(context: DecoratorContext, target: ModelProperty): void {
      setEventName(context.program, target);
    },
    samples(context: DecoratorContext, target: Operation, ...samples: SampleText[]): void {
      addSamples(context, target, samples);
    },
    samplesLike(
      context: DecoratorContext,
      target: Operation,
      _like: unknown,
      ...samples: SampleText[]
    ): void {
      addSamples(context, target, samples);
    },
    refusalSamples(context: DecoratorContext, target: Namespace, ...samples: SampleText[]): void {
      setRefusalSamples(context.program, target, writtenSamples(context, target, samples));
    },
    unbounded(
      context: DecoratorContext,
      target: ModelProperty | Scalar | Model,
      why: string,
    ): void {
      setUnbounded(context.program, target, why);
    },
    anyOffset(context: DecoratorContext, target: ModelProperty | Scalar, why: string): void {
      setAnyOffset(context.program, target, why);
    },
  },
};

function extensionDecorator({ name, valueOf }: Extending) {
  const extension = extensionOf(name);
  return ({ program }: DecoratorContext, target: Type, ...args: never[]): void => {
    setExtension(program, target, extension, valueOf(...args));
  };
}
