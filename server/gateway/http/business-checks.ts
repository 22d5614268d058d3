import type { OpenApiDocument } from "@contract-toolkit/contract";
import type { BeforeHandlerInput, Engine } from "@contract-toolkit/skeleton";
import type { Context } from "./context.ts";
import { requireSubAccount } from "../domain/partners/sub-accounts.ts";
import { respondWithError } from "./error-responses.ts";
import { ForcedError } from "./sandbox/forced-outcome.ts";
import { textAt } from "../platform/text-at.ts";
import { createTextCheck } from "./text-checks.ts";

/** These operations have more rules of code 1, after which they check the sub account. */
const checkingLater: ReadonlySet<string> = new Set([
  "payOrder",
  "createPayment",
  "startAuthentication",
  "saveToken",
]);

/** Makes the checks between the schema and code 32 (choice "precedence"): the rest of code 1, then the sub account. */
export function createBusinessChecks(
  engine: Engine,
  document: OpenApiDocument,
): (admission: BeforeHandlerInput<Context>) => Promise<void> {
  const requireTexts = createTextCheck(document);
  return async (admission) => {
    const { operation, headers, context } = admission;
    await force(engine, admission);
    requireTexts(admission);
    if (!checkingLater.has(operation.id))
      await requireSubAccount(context.gateway, {
        partnerCode: context.partner.code,
        subAccount: textAt(headers, "X-Account-Ref-ID"),
      });
  };
}

/** Throws the error that a request asks a sandbox for, if the operation documents it. */
async function force(
  engine: Engine,
  { operation, context }: BeforeHandlerInput<Context>,
): Promise<void> {
  const { code } = context.scenario;
  if (code === undefined) return;
  const { status, body } = respondWithError(code);
  if (!(status in operation.responses)) return;
  const violations = await engine.response(operation, status, {
    headers: {},
    body,
  });
  if (violations.length === 0) throw new ForcedError(code);
}
