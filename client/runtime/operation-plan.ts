import type { Operation, Response } from "@contract-toolkit/contract";
import { isStream } from "./answer.ts";
import { ownValuesOf } from "./default-values.ts";
import type { ContractClientOptions } from "./options.ts";

export type OperationPlan = ReturnType<typeof planOf>;

/** Makes the plan of an operation. Throws if the client lacks an option that is needed to read its answers. */
export function planOf(operation: Operation, options: ContractClientOptions) {
  const answers = Object.values<Response>(operation.responses);
  // The preferred content type of an answer, if there are several.
  const accept = answers.find(({ others }) => others)?.contentType;
  const plan = { operation, options, own: ownValuesOf(operation, options), accept };
  for (const { headerTypes, others = [], ...first } of answers) {
    if (headerTypes) codecOf(plan, "styles");
    if ([first, ...others].some(isStream)) codecOf(plan, "streams");
  }
  return plan;
}

/** An optional part of the client. A page loads only those that it imports. */
export function codecOf<Name extends keyof Codecs>(
  { operation, options }: { operation: Operation; options: Codecs },
  name: Name,
): NonNullable<Codecs[Name]> {
  const codec = options[name];
  if (codec) return codec;
  throw new TypeError(`${operation.id} needs the option "${name}"`);
}

type Codecs = Pick<ContractClientOptions, "forms" | "streams" | "styles">;
