import { fieldPath } from "@contract-toolkit/contract";
import { compiledEngine } from "@contract-toolkit/skeleton";
import { contract } from "../../../../generated/sandbox/index.ts";
import { paymentMethods } from "../../domain/payments/payment-methods.ts";

const engine = compiledEngine(contract);

/** What is wrong with a value of a partner, that did not come in a request. */
export interface PartnerViolation {
  /** The field, such as `customerFees`. */
  readonly field: string;
  /** The place inside the field, such as `CC`; empty: the field itself. */
  readonly place: string;
  readonly reason: string;
}

/** Checks values of a partner as the body of a request to the sandbox. */
export async function partnerViolations(
  operation: "changePartner" | "registerCallbackUrl",
  body: object,
): Promise<PartnerViolation[]> {
  const message = {
    path: {},
    query: {},
    headers: {},
    body: JSON.parse(JSON.stringify(body)) as unknown,
  };
  const violations = await engine.request(contract.operations[operation], message);
  return violations.flatMap(({ pointer, reason }) => {
    const [, part, field = ""] = pointer.split("/");
    if (part !== "body") return [];
    return [{ field, place: fieldPath(pointer).slice(field.length).replace(/^\./, ""), reason }];
  });
}

/** A sentence about each method that the gateway does not have. */
export function unknownMethods(methods: readonly string[]): string[] {
  const all: readonly string[] = paymentMethods;
  return methods
    .filter((method) => !all.includes(method))
    .map((method) => `there is no method ${method}; there are ${all.join(", ")}.`);
}
