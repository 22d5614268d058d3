import type { Contract } from "../generated/contract.ts";
import type { Case } from "./case.ts";
import { valueAt, withoutValue, withValue } from "./pointer.ts";

/** A body that breaks the contract in one place. */
export interface Damage {
  readonly pointer: string;
  readonly what: "removed" | "null" | "retyped";
  readonly body: unknown;
}

/**
 * Breaks the answer of a case in one place at a time: each field removed, made null, or given another type. Only what
 * the contract's own validator refuses is damage; leaving out an optional field is not.
 */
export function damagesOf(
  contract: Contract,
  { operation, response }: Case,
): Damage[] {
  const validate =
    contract.validators[operation.id]?.responses[response.status];
  if (!validate || response.body === undefined) return [];
  const candidates = pointersIn(response.body).flatMap((pointer): Damage[] => [
    { pointer, what: "removed", body: withoutValue(response.body, pointer) },
    { pointer, what: "null", body: withValue(response.body, pointer, null) },
    {
      pointer,
      what: "retyped",
      body: withValue(
        response.body,
        pointer,
        retyped(valueAt(response.body, pointer)),
      ),
    },
  ]);
  return candidates.filter(
    ({ body }) =>
      !validate({ headers: response.headers, body: structuredClone(body) }),
  );
}

function pointersIn(value: unknown, pointer = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) => {
    const inside = `${pointer}/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`;
    return [inside, ...pointersIn(field, inside)];
  });
}

/** No value of a contract is an array of arrays of booleans. */
function retyped(value: unknown): unknown {
  return Array.isArray(value) ? {} : [[true]];
}
