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
import { extensionOf, type FieldRule, fieldRules } from "@contract-toolkit/kernel/field-rules";
import { isObjectValue, mergedObjects } from "./merged-values.ts";

/** The library's diagnostics; `validate.ts` reports them once the whole program is known. */
export const $lib = createTypeSpecLibrary({
  name: "@contract-toolkit/typespec",
  diagnostics: {
    "unknown-choice": {
      severity: "error",
      messages: {
        default: paramMessage`No choice '${"id"}' is declared; declare it on the service with @choice, or point @chosen at one of: ${"known"}.`,
      },
    },
    "unknown-sibling": {
      severity: "error",
      messages: {
        default: paramMessage`'${"name"}' is not a sibling of '${"property"}'; name a property of the same model or a parameter of the same operation.`,
      },
    },
    "unenforced-sibling": {
      severity: "error",
      messages: {
        default: paramMessage`The rule of '${"property"}' would not be enforced: its sibling '${"name"}' is called '${"wireName"}' in messages. Give the sibling that name in TypeSpec as well.`,
        elsewhere: paramMessage`The rule of '${"property"}' would not be enforced: it travels in the ${"part"} and its sibling '${"name"}' in the ${"siblingPart"}. Put both into the same part of the message.`,
        unjudged: paramMessage`The rule of '${"property"}' on its sibling '${"name"}' would not be enforced: properties in the ${"part"} are not compared. Remove the rule and check it in the handler.`,
      },
    },
    "unused-refusal": {
      severity: "warning",
      messages: {
        default: paramMessage`No operation of the service gets the sample '${"title"}': each that documents its status and code has a sample of its own. Correct its returnType, or remove it.`,
      },
    },
    "not-comparable": {
      severity: "error",
      messages: {
        default: paramMessage`'${"name"}' is not a ${"type"} on the wire. @${"rule"} compares '${"property"}' with '${"sibling"}', and both must be ${"types"}.`,
      },
    },
  },
});

/** Whether an object of a query has its fields in brackets. */
export function isDeepObject(program: Program, property: ModelProperty): boolean {
  return getExtensions(program, property).get("x-deep-object") === true;
}

/** A declared choice: what the document leaves open and what this contract says. */
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

/** A sample of one operation (`@samples`), or of the operations of a service that have the refusal (`@refusalSamples`). */
export interface WrittenSample {
  readonly title: string;
  readonly description: string;
  /** The whole as the specification has it, with what it takes from `@samplesLike`. */
  readonly literal: ObjectValue;
}

/** The choices declared on `service`, in the order they are written. */
export function getChoices(program: Program, service: Namespace): readonly Choice[] {
  return getChoiceDeclarations(program, service).map(({ value }) => value);
}

/** The choices declared on `service` and the decorators that declare them, in the order they are written. */
export function getChoiceDeclarations(
  program: Program,
  service: Namespace,
): readonly Written<Choice>[] {
  return inSourceOrder(choices(program).get(service));
}

/** The provider states of the samples of `operation` and the decorators that name them, in the order they are written. */
export function getProviderStateDeclarations(
  program: Program,
  operation: Operation,
): readonly Written<ProviderState>[] {
  return inSourceOrder(providerStates(program).get(operation));
}

/** The refusals that operations of `service` show alike, in the order they are written. */
export function getRefusalSamples(program: Program, service: Namespace): readonly WrittenSample[] {
  return refusalSamples(program).get(service) ?? [];
}

/** The Content-Type that every request of `service` has. */
export function getAlwaysContentType(program: Program, service: Namespace): string | undefined {
  const type: unknown = getExtensions(program, service).get("x-always-content-type");
  return typeof type === "string" ? type : undefined;
}

/** Whether `property` holds the code of an error. */
export function isErrorCode(program: Program, property: ModelProperty): boolean {
  return getExtensions(program, property).get("x-error-code") === true;
}

const choices = stateOf<readonly Written<Choice>[]>("choice");
const providerStates = stateOf<readonly Written<ProviderState>[]>("providerState");
const refusalSamples = stateOf<readonly WrittenSample[]>("refusalSamples");

/** The service whose operations are the webhooks of a service. */
export const [getWebhooks, setWebhooks] = useStateMap<Namespace, Namespace>(keyOf("webhooks"));

/** The model whose JSON a Base64 string holds. */
export const [getContentSchema, setContentSchema] = useStateMap<Type, Model>(
  keyOf("contentSchema"),
);

/** Whether a property names the event that a request reports. */
export const [isEventName, setEventName] = useStateSet<ModelProperty>(keyOf("eventName"));

/** Why strings have no maximum. */
export const [getUnbounded, setUnbounded] = useStateMap<Type, string>(keyOf("unbounded"));

/** Why date-times have any offset. */
export const [getAnyOffset, setAnyOffset] = useStateMap<Type, string>(keyOf("anyOffset"));

/** A decorator that does no more than write the extension of its name. */
interface Extending extends Pick<FieldRule, "name"> {
  readonly valueOf: (...args: never[]) => unknown;
}

const isSo = () => true;
const first = (value: unknown) => value;
const all = (...values: unknown[]) => values;

const extending: readonly Extending[] = [
  ...fieldRules,
  { name: "alwaysContentType", valueOf: first },
  { name: "boundsCode", valueOf: first },
  { name: "chosen", valueOf: all },
  { name: "deepObject", valueOf: isSo },
  { name: "errorCode", valueOf: isSo },
  { name: "fresh", valueOf: isSo },
  { name: "generated", valueOf: isSo },
  { name: "refusal", valueOf: all },
  { name: "refusalsNameFields", valueOf: isSo },
  { name: "retryable", valueOf: isSo },
];

export const $decorators = {
  Contract: {
    ...Object.fromEntries(extending.map((each) => [each.name, decoratorOf(each)])),
    choice(
      context: DecoratorContext,
      target: Namespace,
      id: string,
      text: Omit<Choice, "id">,
    ): void {
      append(choices, context, target, { id, ...text });
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
      refusalSamples(context.program).set(target, writtenSamples(context, target, samples));
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

function decoratorOf({ name, valueOf }: Extending) {
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
    const example = { title, description, ...messagesOf(literal), declaredAt: literal };
    addExample(program, target, example);
    addProviderStates(program, target, sample);
  }
}

/** Samples with the literals that they are written as. What they are like is the argument before them. */
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

/** The request and the answer of a sample, as far as it has them. */
export function messagesOf(literal: ObjectValue): Pick<OpExample, "parameters" | "returnType"> {
  const [parameters, returnType] = ["parameters", "returnType"].map(
    (name) => literal.properties.get(name)?.value,
  );
  return { ...(parameters && { parameters }), ...(returnType && { returnType }) };
}

/** Adds what has to be true before a sample is replayed. */
export function addProviderStates(
  program: Program,
  target: Operation,
  { title, literal }: WrittenSample,
): void {
  const value = literal.properties.get("providerStates")?.value;
  if (!value) return;
  const states = serializeValueAsJson(program, value, $(program).intrinsic.any) as States;
  for (const [name, values] of [states].flat().flatMap((each) => Object.entries(each)))
    addProviderState({ program, decoratorTarget: literal }, target, title, name, values);
}

/** Values by name of the state. */
type States = Readonly<Record<string, object>> | readonly Readonly<Record<string, object>>[];

/** A sample of `@samples` or `@refusalSamples`. */
export interface DeclaredExample extends OpExample {
  readonly declaredAt: ObjectValue;
  /** Whether the whole service declares it. */
  readonly isRefusal?: true;
}

/** Adds a sample to those of `@opExample`. */
export function addExample(program: Program, target: Operation, example: DeclaredExample): void {
  opExamples(program).set(target, [...(opExamples(program).get(target) ?? []), example]);
}

/** Says what has to be true before a sample of an operation is replayed. */
function addProviderState(
  context: Place,
  target: Operation,
  sample: string,
  name: string,
  values: object = {},
): void {
  append(providerStates, context, target, { sample, name, values });
}

/** State of the compiler, which has no function that adds to it. */
function opExamples(program: Program): Map<Type, readonly OpExample[]> {
  return program.stateMap(Symbol.for("TypeSpec.opExamples")) as Map<Type, readonly OpExample[]>;
}

function keyOf(name: string): symbol {
  return Symbol.for(`contract.${name}`);
}

/** State that a decorator leaves in a program, by the type it decorates. */
function stateOf<Value>(name: string): (program: Program) => Map<Type, Value> {
  const key = keyOf(name);
  return (program) => program.stateMap(key) as Map<Type, Value>;
}

/** What of the context of a decorator is kept. */
type Place = Pick<DecoratorContext, "program" | "decoratorTarget">;

/** A value and the decorator that says it. */
export interface Written<Value> {
  readonly value: Value;
  readonly decorator: DiagnosticTarget;
}

function append<Value>(
  state: (program: Program) => Map<Type, readonly Written<Value>[]>,
  context: Place,
  target: Type,
  value: Value,
): void {
  const values = state(context.program);
  values.set(target, [
    ...(values.get(target) ?? []),
    { value, decorator: context.decoratorTarget },
  ]);
}

/** Decorators apply in no order that could be relied on. */
function inSourceOrder<Value>(values: readonly Written<Value>[] = []): readonly Written<Value>[] {
  return values.toSorted((one, other) => {
    const a = getSourceLocation(one.decorator);
    const b = getSourceLocation(other.decorator);
    return a.file.path.localeCompare(b.file.path) || a.pos - b.pos;
  });
}
