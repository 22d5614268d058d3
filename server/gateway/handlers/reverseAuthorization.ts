import type { Handlers } from "../../../generated/gateway/handlers.ts";
import { callerOf, type Context } from "../http/context.ts";
import { reverseAuthorization as reverse } from "../domain/reversals/reversals.ts";
import { reversalRecord } from "./presentation.ts";

export const reverseAuthorization: Handlers<Context>["reverseAuthorization"] = async (
  { body, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const reversal = await reverse(context.gateway, caller, body);
  return reply(200, reversalRecord(reversal));
};
