import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { createAuthorization as create } from "../../domain/authorizations/authorizations.ts";
import { authorizationRecord } from "./presentation.ts";

export const createAuthorization: Handlers<SandboxContext>["createAuthorization"] = async (
  { body, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const authorization = await create(context.gateway, caller, body);
  return reply(201, authorizationRecord(authorization));
};
