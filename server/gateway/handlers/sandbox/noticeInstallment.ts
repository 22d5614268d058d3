import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { noticeInstallment as notice } from "../../domain/callbacks/deliveries.ts";
import { deliveryRecord } from "./presentation.ts";

export const noticeInstallment: Handlers<SandboxContext>["noticeInstallment"] = async (
  { path, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const sent = await notice(context.gateway, caller, path.transactionId);
  return reply(200, deliveryRecord(sent));
};
