import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { readOtp as read } from "../../domain/payments/verifications.ts";
import { utcTime } from "../../domain/due/time.ts";

export const readOtp: Handlers<SandboxContext>["readOtp"] = async (
  { path, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const { transactionId } = path;
  const { otp, verification } = await read(context.gateway, caller, transactionId);
  return reply(200, {
    otp,
    verificationStatus: verification.status,
    expiresAt: utcTime(verification.expiresAt),
  });
};
