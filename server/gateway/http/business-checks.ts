import type { OpenApiDocument } from "contract-kernel";
import type { Admission, Engine } from "../../skeleton/index.ts";
import type { Context } from "./context.ts";
import {
  requireFittingSource,
  requirePayable,
  requireSource,
} from "../domain/payments/payments.ts";
import { requireSubAccount } from "../domain/partners/sub-accounts.ts";
import { answerError } from "./error-answers.ts";
import { ForcedError } from "../sandbox/forced-outcome.ts";
import { sourceOfFundsIn } from "./source-of-funds.ts";
import { textAt } from "./text-at.ts";
import { createTextCheck } from "../security/storable-text.ts";

/** Operations that make a payment; an owner-type partner names a sub account in each. */
const paying: ReadonlySet<string> = new Set(["payOrder", "createPayment"]);

/**
 * Makes the gateway's own checks that come between code 1 and code 32 (choice
 * "precedence"): what is left of code 1, then the sub account.
 */
export function createAdmission(
  engine: Engine,
  document: OpenApiDocument,
): (admission: Admission<Context>) => Promise<void> {
  const requireTexts = createTextCheck(document);
  return async (admission) => {
    const { operation, headers, body, context } = admission;
    await force(engine, admission);
    requireTexts(admission);
    const subAccount = textAt(headers, "X-Account-Ref-ID");
    if (operation.id === "payOrder")
      await requirePayable(
        context.gateway,
        { partnerCode: context.partner.code, subAccount },
        {
          action: textAt(body, "transaction", "action") ?? "",
          token: textAt(body, "transaction", "token"),
          paymentMethod: textAt(body, "transaction", "paymentMethod") ?? "",
        },
      );
    if (operation.id === "createPayment") await requireFunds(context, body);
    await requireSubAccount(context.gateway, context.partner, {
      subAccount,
      paying: paying.has(operation.id),
    });
  };
}

/** Judges what a direct payment is to be made with; it keeps the schema by now. */
async function requireFunds({ gateway, partner }: Context, body: unknown): Promise<void> {
  const paymentMethod = textAt(body, "transaction", "paymentMethod") ?? "";
  const source = sourceOfFundsIn(body);
  requireFittingSource(partner, { paymentMethod, type: source.type });
  await requireSource(gateway, source);
}

/** Answers the error that the sandbox was asked for, where the operation documents it. */
async function force(
  engine: Engine,
  { operation, context: { scenario } }: Admission<Context>,
): Promise<void> {
  if (scenario === undefined) return;
  const { status, body } = answerError(scenario);
  if (!(status in operation.responses)) return;
  const faults = await engine.response(operation, status, {
    headers: {},
    body,
  });
  if (faults.length === 0) throw new ForcedError(scenario);
}
