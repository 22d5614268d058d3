import type { Admission, Engine } from "../skeleton/index.ts";
import type { Context } from "./context.ts";
import { demandPayable } from "./domain/payments.ts";
import { demandSubAccount } from "./domain/sub-accounts.ts";
import { answerError } from "./errors.ts";
import { ForcedError } from "./scenario.ts";
import { textAt } from "./text-at.ts";

/** Operations that make a payment; an owner-type partner names a sub account in each. */
const paying: ReadonlySet<string> = new Set(["payOrder", "createPayment"]);

/**
 * Makes the gateway's own checks that come between code 1 and code 32 (choice
 * "precedence"): what is left of code 1, then the sub account.
 */
export function createAdmission(
  engine: Engine,
): (admission: Admission<Context>) => Promise<void> {
  return async (admission) => {
    const { operation, headers, body, context } = admission;
    force(engine, admission);
    const subAccount = textAt(headers, "X-Account-Ref-ID");
    if (operation.id === "payOrder")
      await demandPayable(
        context.gateway,
        { partnerCode: context.partner.code, subAccount },
        {
          action: textAt(body, "transaction", "action") ?? "",
          token: textAt(body, "transaction", "token"),
          paymentMethod: textAt(body, "transaction", "paymentMethod") ?? "",
        },
      );
    await demandSubAccount(context.gateway, context.partner, {
      subAccount,
      paying: paying.has(operation.id),
    });
  };
}

/** Answers the error that the sandbox was asked for, where the operation documents it. */
function force(
  engine: Engine,
  { operation, context: { scenario } }: Admission<Context>,
): void {
  if (scenario === undefined) return;
  const { status, body } = answerError(scenario);
  const documented =
    status in operation.responses &&
    engine.response(operation, status, { headers: {}, body }).length === 0;
  if (documented) throw new ForcedError(scenario);
}
