import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import { callerOf, type Context } from "../context.ts";
import { requestReversal } from "../../domain/reversals/reversals.ts";
import { reversalRecord } from "./presentation.ts";

export const reverseAuthorization: Handlers<Context>["reverseAuthorization"] = async (
  { body, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const reversal = await requestReversal(context.gateway, caller, body);
  return reply(200, reversalRecord(reversal));
};
