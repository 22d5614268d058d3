import type { BodyContent, Operation, Response } from "@contract-toolkit/contract";
import { ownValuesOf } from "./default-values.ts";
import type { ContractClientOptions } from "./options.ts";

export type OperationPlan = ReturnType<typeof planOf>;

/** Makes the plan of an operation. Throws if the client lacks an option that is needed to read its responses. */
export function planOf(operation: Operation, options: ContractClientOptions) {
  const responses = Object.values<Response>(operation.responses);
  // The preferred content type of a response, if there are several.
  const accept = responses.find(({ others }) => others)?.contentType;
  const plan = { operation, options, own: ownValuesOf(operation, options), accept };
  for (const { headerTypes, others = [], ...first } of responses) {
    if (headerTypes) codecOf(plan, "styles");
    for (const content of [first, ...others]) {
      const codec = codecNameOf(content);
      if (codec) codecOf(plan, codec);
    }
  }
  return plan;
}

/** The name of the optional part of the client that reads a body of a response. JSON and texts need none. */
export function codecNameOf({ kind }: Partial<BodyContent> = {}): "streams" | "xml" | undefined {
  return kind === "bytes" || kind === "events" ? "streams" : kind === "xml" ? kind : undefined;
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

type Codecs = Pick<ContractClientOptions, "forms" | "streams" | "styles" | "xml">;
