import {
  createTypeSpecLibrary,
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

const stateKey = (name: string) => Symbol.for(`contract.${name}`);

/** The choices declared on `service`, in the order they are written. */
export function getChoices(
  program: Program,
  service: Namespace,
): readonly Choice[] {
  return inSourceOrder(program.stateMap(stateKey("choice")).get(service));
}

/** What is given for the samples of `operation`, in the order it is written. */
export function getGivens(
  program: Program,
  operation: Operation,
): readonly Given[] {
  return inSourceOrder(program.stateMap(stateKey("given")).get(operation));
}

/** The service whose operations are the webhooks of `service`. */
export function getWebhooks(
  program: Program,
  service: Namespace,
): Namespace | undefined {
  return program.stateMap(stateKey("webhooks")).get(service);
}

/** The models that Base64 strings carry, by the property or scalar that carries them. */
export function getCarried(program: Program, target: Type): Model | undefined {
  return program.stateMap(stateKey("carries")).get(target);
}

/** The Content-Type that every request of `service` has. */
export function getAlwaysContentType(
  program: Program,
  service: Namespace,
): string | undefined {
  return program.stateMap(stateKey("alwaysContentType")).get(service);
}

export const $decorators = {
  Contract: {
    choice: (
      context: DecoratorContext,
      target: Namespace,
      id: string,
      text: Omit<Choice, "id">,
    ) => append(context, "choice", target, { id, ...text }),
    given: (
      context: DecoratorContext,
      target: Operation,
      sample: string,
      name: string,
      values = {},
    ) => append(context, "given", target, { sample, name, values }),
    webhooks: (
      context: DecoratorContext,
      target: Namespace,
      service: Namespace,
    ) => remember(context, "webhooks", target, service),
    carries: (
      context: DecoratorContext,
      target: ModelProperty | Scalar,
      content: Model,
    ) => {
      remember(context, "carries", target, content);
      setExtension(context.program, target, "x-carries", content.name);
    },
    alwaysContentType: (
      context: DecoratorContext,
      target: Namespace,
      contentType: string,
    ) => remember(context, "alwaysContentType", target, contentType),
    chosen: (context: DecoratorContext, target: Type, ...ids: string[]) =>
      setExtension(context.program, target, "x-chosen", ids),
    requires: (
      context: DecoratorContext,
      target: ModelProperty,
      ...names: string[]
    ) => {
      setExtension(context.program, target, "x-requires", names);
    },
    requiredWhen: (
      context: DecoratorContext,
      target: ModelProperty,
      property: string,
      ...values: string[]
    ) => {
      setExtension(context.program, target, "x-required-when", {
        property,
        values,
      });
    },
    boundsCode: (
      context: DecoratorContext,
      target: ModelProperty | Scalar,
      code: number,
    ) => setExtension(context.program, target, "x-bounds-code", code),
    safeToRepeat: (context: DecoratorContext, target: Operation) =>
      setExtension(context.program, target, "x-safe-to-repeat", true),
    refusal: (
      context: DecoratorContext,
      target: Model,
      ...statuses: number[]
    ) => setExtension(context.program, target, "x-refusal", statuses),
    serverMade: (context: DecoratorContext, target: ModelProperty | Scalar) =>
      setExtension(context.program, target, "x-server-made", true),
    fresh: (context: DecoratorContext, target: ModelProperty | Scalar) =>
      setExtension(context.program, target, "x-fresh", true),
  },
};

function remember(
  context: DecoratorContext,
  key: string,
  target: Type,
  value: unknown,
): void {
  context.program.stateMap(stateKey(key)).set(target, value);
}

function append(
  context: DecoratorContext,
  key: string,
  target: Type,
  value: unknown,
): void {
  const state = context.program.stateMap(stateKey(key));
  state.set(target, [...(state.get(target) ?? []), value]);
}

/** Decorators apply from the last written to the first. */
function inSourceOrder<T>(values: readonly T[] | undefined): readonly T[] {
  return [...(values ?? [])].reverse();
}
