import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { startAuthentication as start } from "../../domain/authentications/authentications.ts";
import { threeDsAuthentication } from "../presentation.ts";

export const startAuthentication: Handlers<SandboxContext>["startAuthentication"] = async (
  { body, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const authentication = await start(context.gateway, caller, body);
  return reply(201, threeDsAuthentication(authentication, context.links.in(headers.Language)));
};
