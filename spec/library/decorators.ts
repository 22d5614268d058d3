import {
  createTypeSpecLibrary,
  getSourceLocation,
  paramMessage,
  type DecoratorContext,
  type Model,
  type ModelProperty,
  type Namespace,
  type Operation,
  type Program,
  type Scalar,
  type Type,
} from "@typespec/compiler";
import { setExtension } from "@typespec/openapi";

/** The library's diagnostics; `validate.ts` reports them once the whole program is known. */
export const $lib = createTypeSpecLibrary({
  name: "contract",
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
        default: paramMessage`'${"name"}' is no sibling of '${"property"}'; name a property of the same model or a parameter of the same operation.`,
      },
    },
  },
});

/** A declared choice: what the document leaves open and what this contract says. */
export interface Choice {
  readonly id: string;
  readonly open: string;
  readonly chosen: string;
}

/** What must be true before a sample is replayed. */
export interface Given {
  readonly sample: string;
  readonly name: string;
  readonly values: Record<string, unknown>;
}

/** The choices declared on `service`, in the order they are written. */
export function getChoices(
  program: Program,
  service: Namespace,
): readonly Choice[] {
  return inSourceOrder(choices(program).get(service));
}

/** What is given for the samples of `operation`, in the order it is written. */
export function getGivens(
  program: Program,
  operation: Operation,
): readonly Given[] {
  return inSourceOrder(givens(program).get(operation));
}

/** The service whose operations are the webhooks of `service`. */
export function getWebhooks(
  program: Program,
  service: Namespace,
): Namespace | undefined {
  return webhooks(program).get(service);
}

/** The Content-Type that every request of `service` has. */
export function getAlwaysContentType(
  program: Program,
  service: Namespace,
): string | undefined {
  return contentTypes(program).get(service);
}

const choices = stateOf<readonly Written<Choice>[]>("choice");
const givens = stateOf<readonly Written<Given>[]>("given");
const webhooks = stateOf<Namespace>("webhooks");
const contentTypes = stateOf<string>("alwaysContentType");

export const $decorators = {
  Contract: {
    choice(
      context: DecoratorContext,
      target: Namespace,
      id: string,
      text: Omit<Choice, "id">,
    ): void {
      append(choices, context, target, { id, ...text });
    },
    given(
      context: DecoratorContext,
      target: Operation,
      sample: string,
      name: string,
      values = {},
    ): void {
      append(givens, context, target, { sample, name, values });
    },
    webhooks(
      context: DecoratorContext,
      target: Namespace,
      service: Namespace,
    ): void {
      webhooks(context.program).set(target, service);
    },
    alwaysContentType(
      context: DecoratorContext,
      target: Namespace,
      contentType: string,
    ): void {
      contentTypes(context.program).set(target, contentType);
    },
    carries(
      context: DecoratorContext,
      target: ModelProperty | Scalar,
      content: Model,
    ): void {
      setExtension(context.program, target, "x-carries", content.name);
    },
    chosen(context: DecoratorContext, target: Type, ...ids: string[]): void {
      setExtension(context.program, target, "x-chosen", ids);
    },
    requires(
      context: DecoratorContext,
      target: ModelProperty,
      ...names: string[]
    ): void {
      setExtension(context.program, target, "x-requires", names);
    },
    requiredWhen(
      context: DecoratorContext,
      target: ModelProperty,
      property: string,
      ...values: string[]
    ): void {
      setExtension(context.program, target, "x-required-when", {
        property,
        values,
      });
    },
    boundsCode(
      context: DecoratorContext,
      target: ModelProperty | Scalar,
      code: number,
    ): void {
      setExtension(context.program, target, "x-bounds-code", code);
    },
    safeToRepeat(context: DecoratorContext, target: Operation): void {
      setExtension(context.program, target, "x-safe-to-repeat", true);
    },
    refusal(
      context: DecoratorContext,
      target: Model,
      ...statuses: number[]
    ): void {
      setExtension(context.program, target, "x-refusal", statuses);
    },
    serverMade(
      context: DecoratorContext,
      target: ModelProperty | Scalar,
    ): void {
      setExtension(context.program, target, "x-server-made", true);
    },
    fresh(context: DecoratorContext, target: ModelProperty | Scalar): void {
      setExtension(context.program, target, "x-fresh", true);
    },
  },
};

/** State that a decorator leaves in a program, by the type it decorates. */
function stateOf<Value>(name: string): (program: Program) => Map<Type, Value> {
  const key = Symbol.for(`contract.${name}`);
  return (program) => program.stateMap(key) as Map<Type, Value>;
}

/** A value and where it is written; decorators apply in no order that could be relied on. */
interface Written<Value> {
  readonly value: Value;
  readonly file: string;
  readonly position: number;
}

function append<Value>(
  state: (program: Program) => Map<Type, readonly Written<Value>[]>,
  context: DecoratorContext,
  target: Type,
  value: Value,
): void {
  const { file, pos } = getSourceLocation(context.decoratorTarget);
  const values = state(context.program);
  values.set(target, [
    ...(values.get(target) ?? []),
    { value, file: file.path, position: pos },
  ]);
}

function inSourceOrder<Value>(
  values: readonly Written<Value>[] = [],
): readonly Value[] {
  return values
    .toSorted((a, b) => a.file.localeCompare(b.file) || a.position - b.position)
    .map(({ value }) => value);
}
