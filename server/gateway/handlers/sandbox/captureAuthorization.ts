import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { captureAuthorization as capture } from "../../domain/authorizations/authorizations.ts";
import { authorizationRecord } from "./presentation.ts";

export const captureAuthorization: Handlers<SandboxContext>["captureAuthorization"] = async (
  { path, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const { authorizationId } = path;
  const captured = await capture(context.gateway, caller, authorizationId);
  return reply(200, authorizationRecord(captured));
};
