import { contentsOf, type Operation, type Response } from "@contract-toolkit/kernel";
import { isStream, kindOf } from "./answer.ts";
import { missingOption } from "./errors.ts";
import { ownValuesOf, type OwnValue } from "./own-values.ts";
import type { ContractClientOptions } from "./options.ts";

/** What all calls of an operation have in common. */
export interface OperationPlan {
  readonly operation: Operation;
  readonly options: ContractClientOptions;
  readonly own: readonly OwnValue[];
  /** Names of headers as they are documented, by how they are in lower case. */
  readonly names: ReadonlyMap<string, string>;
  /** The content type that an answer should have, where there is a choice. */
  readonly accept: string | undefined;
}

/**
 * Makes the plan of an operation.
 *
 * @throws {TypeError} when an answer may be a stream and the client has no `streams`
 */
export function planOf(operation: Operation, options: ContractClientOptions): OperationPlan {
  const { id, parameters, responses } = operation;
  const answers = Object.values<Response>(responses);
  if (!options.streams && answers.flatMap(contentsOf).some((each) => isStream(kindOf(each))))
    throw missingOption("streams", id);
  const own = ownValuesOf(operation, options);
  // The last ones are named so by the client itself.
  const names = [
    ...[...parameters, ...own].map((each) => each.name),
    "Content-Type",
    "Accept",
    "Cookie",
  ];
  return {
    operation,
    options,
    own,
    names: new Map(names.map((name) => [name.toLowerCase(), name])),
    accept: answers.find(({ others }) => others)?.contentType,
  };
}
