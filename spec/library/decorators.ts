import {
  createTypeSpecLibrary,
  getSourceLocation,
  paramMessage,
  serializeValueAsJson,
  type DecoratorContext,
  type DiagnosticTarget,
  type Model,
  type ModelProperty,
  type Namespace,
  type ObjectValue,
  type Operation,
  type OpExample,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { $ } from "@typespec/compiler/typekit";
import { useStateMap, useStateSet } from "@typespec/compiler/utils";
import { getExtensions, setExtension } from "@typespec/openapi";
import { extensionOf, type FieldRule, fieldRules } from "@contract-toolkit/contract/field-rules";
import { isObjectValue, mergedObjects } from "./merged-values.ts";

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
  },
});

/** Whether the fields of a query object are written in brackets. */
export function isDeepObject(program: Program, property: ModelProperty): boolean {
  return getExtensions(program, property).get("x-deep-object") === true;
}

/** A declared choice: what the document leaves open, and what this contract says. */
export interface Choice {
  readonly id: string;
  readonly open: string;
  readonly chosen: string;
}

/** What must be true before a sample is replayed. */
export interface ProviderState {
  readonly sample: string;
  readonly name: string;
  readonly values: Record<string, unknown>;
}

/**
 * A sample of one operation (`@samples`), or of all operations of a service that document the refusal
 * (`@refusalSamples`).
 */
export interface WrittenSample {
  readonly title: string;
  readonly description: string;
  /** The value in the specification, merged with the one of `@samplesLike`. */
  readonly literal: ObjectValue;
}

/** The choices declared on `service`, as written from top to bottom. */
export function getChoices(program: Program, service: Namespace): readonly Choice[] {
  return getChoiceDeclarations(program, service).map(({ value }) => value);
}

const [choicesOf, setChoices] = useStateMap<Namespace, readonly Written<Choice>[]>(
  extensionKey("choice"),
);

/** The choices declared on `service` and the decorators that declare them, as written from top to bottom. */
export function getChoiceDeclarations(
  program: Program,
  service: Namespace,
): readonly Written<Choice>[] {
  return inSourceOrder(choicesOf(program, service));
}

const [providerStatesOf, setProviderStates] = useStateMap<
  Operation,
  readonly Written<ProviderState>[]
>(extensionKey("providerState"));

/** The provider states of the samples of `operation` and the decorators that name them, as written from top to bottom. */
export function getProviderStateDeclarations(
  program: Program,
  operation: Operation,
): readonly Written<ProviderState>[] {
  return inSourceOrder(providerStatesOf(program, operation));
}

/** The samples of refusals that operations of a service share, as written from top to bottom. */
export const [getRefusalSamples, setRefusalSamples] = useStateMap<
  Namespace,
  readonly WrittenSample[]
>(extensionKey("refusalSamples"));

/** The Content-Type of every request of `service`. */
export function getAlwaysContentType(program: Program, service: Namespace): string | undefined {
  const type: unknown = getExtensions(program, service).get("x-always-content-type");
  return typeof type === "string" ? type : undefined;
}

/** Whether `property` is the code of an error. */
export function isErrorCode(program: Program, property: ModelProperty): boolean {
  return getExtensions(program, property).get("x-error-code") === true;
}

/** The service whose operations are the webhooks of a service. */
export const [getWebhooks, setWebhooks] = useStateMap<Namespace, Namespace>(
  extensionKey("webhooks"),
);

/** The model of the JSON in a Base64 string. */
export const [getContentSchema, setContentSchema] = useStateMap<Type, Model>(
  extensionKey("contentSchema"),
);

/** Whether a property names the event that a request reports. */
export const [isEventName, setEventName] = useStateSet<ModelProperty>(extensionKey("eventName"));

/** Why strings have no maximum. */
export const [getUnbounded, setUnbounded] = useStateMap<Type, string>(extensionKey("unbounded"));

/** Why date-times have any offset. */
export const [getAnyOffset, setAnyOffset] = useStateMap<Type, string>(extensionKey("anyOffset"));

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

type SampleText = Omit<WrittenSample, "literal">;

function addSamples(
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
function writtenSamples(
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

function addProviderState(
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

function extensionKey(name: string): symbol {
  return Symbol.for(`contract.${name}`);
}

/** A value and the decorator that it comes from. */
export interface Written<Value> {
  readonly value: Value;
  readonly decorator: DiagnosticTarget;
}

/** The compiler applies decorators in no reliable sequence. */
function inSourceOrder<Value>(values: readonly Written<Value>[] = []): readonly Written<Value>[] {
  return values.toSorted((left, right) => {
    const a = getSourceLocation(left.decorator);
    const b = getSourceLocation(right.decorator);
    return a.file.path.localeCompare(b.file.path) || a.pos - b.pos;
  });
}
