import type { Operation, Response } from "@contract-toolkit/kernel";
import { isStream } from "./answer.ts";
import { ownValuesOf } from "./default-values.ts";
import type { ContractClientOptions } from "./options.ts";

export type OperationPlan = ReturnType<typeof planOf>;

/** Makes the plan of an operation. Throws when the client lacks what its answers need to be read. */
export function planOf(operation: Operation, options: ContractClientOptions) {
  const answers = Object.values<Response>(operation.responses);
  // The content type that an answer should have, where there is a choice.
  const accept = answers.find(({ others }) => others)?.contentType;
  const plan = { operation, options, own: ownValuesOf(operation, options), accept };
  for (const { headerTypes, others = [], ...first } of answers) {
    if (headerTypes) codecOf(plan, "styles");
    if ([first, ...others].some(isStream)) codecOf(plan, "streams");
  }
  return plan;
}

/** A part of the client that a page should not load for nothing. */
export function codecOf<Name extends keyof Codecs>(
  { operation, options }: { operation: Operation; options: Codecs },
  name: Name,
): NonNullable<Codecs[Name]> {
  const codec = options[name];
  if (codec) return codec;
  throw new TypeError(`${operation.id} needs the option "${name}"`);
}

type Codecs = Pick<ContractClientOptions, "forms" | "streams" | "styles">;
