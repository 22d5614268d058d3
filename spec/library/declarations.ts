import {
  type DiagnosticTarget,
  getSourceLocation,
  type Model,
  type ModelProperty,
  type Namespace,
  type ObjectValue,
  type Operation,
  type Program,
  type Type,
} from "@typespec/compiler";
import { useStateMap, useStateSet } from "@typespec/compiler/utils";
import { getExtensions } from "@typespec/openapi";

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

export const [choicesOf, setChoices] = useStateMap<Namespace, readonly Written<Choice>[]>(
  extensionKey("choice"),
);

/** The choices declared on `service` and the decorators that declare them, as written from top to bottom. */
export function getChoiceDeclarations(
  program: Program,
  service: Namespace,
): readonly Written<Choice>[] {
  return inSourceOrder(choicesOf(program, service));
}

export const [providerStatesOf, setProviderStates] = useStateMap<
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
