import {
  createTypeSpecLibrary,
  getSourceLocation,
  paramMessage,
  type DecoratorContext,
  type DiagnosticTarget,
  type Model,
  type ModelProperty,
  type Namespace,
  type ObjectValue,
  type Operation,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";
import { type FieldRule, fieldRules } from "@contract-toolkit/kernel/field-rules";

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
        unjudged: paramMessage`The rule of '${"property"}' on its sibling '${"name"}' would not be enforced: properties in the ${"part"} are not compared. Take the rule out and check it in the handler.`,
      },
    },
    "unused-refusal": {
      severity: "warning",
      messages: {
        default: paramMessage`No operation of the service gets the sample '${"title"}': each that documents its status and code has a sample of its own. Correct its returnType, or take it out.`,
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
  return deepObjects(program).get(property) === true;
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

/** A refusal as many operations of a service show it (`@refusalSamples`). */
export interface RefusalSample {
  readonly title: string;
  readonly description: string;
  readonly providerStates?: readonly { readonly name: string; readonly values?: object }[];
  /** The whole as the specification has it. */
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
export function getRefusalSamples(program: Program, service: Namespace): readonly RefusalSample[] {
  return refusalSamples(program).get(service) ?? [];
}

/** The service whose operations are the webhooks of `service`. */
export function getWebhooks(program: Program, service: Namespace): Namespace | undefined {
  return webhooks(program).get(service);
}

/** The Content-Type that every request of `service` has. */
export function getAlwaysContentType(program: Program, service: Namespace): string | undefined {
  return contentTypes(program).get(service);
}

/** The model whose JSON the Base64 string `target` holds. */
export function getContentSchema(program: Program, target: Type): Model | undefined {
  return contentSchemas(program).get(target);
}

/** Whether `property` names the event that a request reports. */
export function isEventName(program: Program, property: ModelProperty): boolean {
  return eventNames(program).has(property);
}

/** Whether `property` holds the code of an error. */
export function isErrorCode(program: Program, property: ModelProperty): boolean {
  return errorCodes(program).has(property);
}

/** Why the strings of `target` have no maximum. */
export function getUnbounded(program: Program, target: Type): string | undefined {
  return unbounded(program).get(target);
}

/** Why the date-times of `target` have any offset. */
export function getAnyOffset(program: Program, target: Type): string | undefined {
  return anyOffsets(program).get(target);
}

const choices = stateOf<readonly Written<Choice>[]>("choice");
const providerStates = stateOf<readonly Written<ProviderState>[]>("providerState");
const refusalSamples = stateOf<readonly RefusalSample[]>("refusalSamples");
const webhooks = stateOf<Namespace>("webhooks");
const contentTypes = stateOf<string>("alwaysContentType");
const contentSchemas = stateOf<Model>("contentSchema");
const eventNames = stateOf<true>("eventName");
const errorCodes = stateOf<true>("errorCode");
const deepObjects = stateOf<true>("deepObjects");
const unbounded = stateOf<string>("unbounded");
const anyOffsets = stateOf<string>("anyOffset");

export const $decorators = {
  Contract: {
    ...Object.fromEntries(fieldRules.map((rule) => [rule.name, decoratorOf(rule)])),
    choice(
      context: DecoratorContext,
      target: Namespace,
      id: string,
      text: Omit<Choice, "id">,
    ): void {
      append(choices, context, target, { id, ...text });
    },
    providerState: addProviderState,
    given: addProviderState,
    webhooks(context: DecoratorContext, target: Namespace, service: Namespace): void {
      webhooks(context.program).set(target, service);
    },
    alwaysContentType(context: DecoratorContext, target: Namespace, contentType: string): void {
      contentTypes(context.program).set(target, contentType);
      setExtension(context.program, target, "x-always-content-type", contentType);
    },
    refusalsNameFields(context: DecoratorContext, target: Namespace): void {
      setExtension(context.program, target, "x-refusals-name-fields", true);
    },
    contentSchema(context: DecoratorContext, target: ModelProperty | Scalar, content: Model): void {
      setExtension(context.program, target, "x-content-schema", content.name);
      contentSchemas(context.program).set(target, content);
    },
    eventName(context: DecoratorContext, target: ModelProperty): void {
      eventNames(context.program).set(target, true);
    },
    chosen(context: DecoratorContext, target: Type, ...ids: string[]): void {
      setExtension(context.program, target, "x-chosen", ids);
    },
    boundsCode(context: DecoratorContext, target: ModelProperty | Scalar, code: number): void {
      setExtension(context.program, target, "x-bounds-code", code);
    },
    deepObject({ program }: DecoratorContext, target: ModelProperty): void {
      setExtension(program, target, "x-deep-object", true);
      deepObjects(program).set(target, true);
    },
    retryable(context: DecoratorContext, target: Operation): void {
      setExtension(context.program, target, "x-retryable", true);
    },
    refusal(context: DecoratorContext, target: Model, ...statuses: number[]): void {
      setExtension(context.program, target, "x-refusal", statuses);
    },
    refusalSamples(
      { program, decoratorTarget }: DecoratorContext,
      target: Namespace,
      ...samples: Omit<RefusalSample, "literal">[]
    ): void {
      const written = target.decorators.find(({ node }) => node === decoratorTarget);
      const values = samples.flatMap((sample, index) => {
        const literal = written?.args[index]?.value;
        const isObject = literal?.entityKind === "Value" && literal.valueKind === "ObjectValue";
        return isObject ? [{ ...sample, literal }] : [];
      });
      refusalSamples(program).set(target, values);
    },
    generated(context: DecoratorContext, target: ModelProperty | Scalar): void {
      setExtension(context.program, target, "x-generated", true);
    },
    fresh(context: DecoratorContext, target: ModelProperty | Scalar): void {
      setExtension(context.program, target, "x-fresh", true);
    },
    errorCode(context: DecoratorContext, target: ModelProperty): void {
      setExtension(context.program, target, "x-error-code", true);
      errorCodes(context.program).set(target, true);
    },
    unbounded(
      context: DecoratorContext,
      target: ModelProperty | Scalar | Model,
      why: string,
    ): void {
      unbounded(context.program).set(target, why);
    },
    anyOffset(context: DecoratorContext, target: ModelProperty | Scalar, why: string): void {
      anyOffsets(context.program).set(target, why);
    },
  },
};

function decoratorOf({ extension, valueOf }: FieldRule) {
  return ({ program }: DecoratorContext, target: ModelProperty, ...args: string[]): void => {
    setExtension(program, target, extension, valueOf(...args));
  };
}

/** Says what has to be true before a sample of an operation is replayed. */
export function addProviderState(
  context: Place,
  target: Operation,
  sample: string,
  name: string,
  values: object = {},
): void {
  append(providerStates, context, target, { sample, name, values });
}

/** State that a decorator leaves in a program, by the type it decorates. */
function stateOf<Value>(name: string): (program: Program) => Map<Type, Value> {
  const key = Symbol.for(`contract.${name}`);
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
