import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import { callerOf, type Context } from "../context.ts";
import { findOwnAuthentication } from "../../domain/authentications/authentications.ts";
import { threeDsAuthentication } from "./presentation.ts";

export const lookupAuthentication: Handlers<Context>["lookupAuthentication"] = async (
  { path, headers, context },
  reply,
) => {
  const authentication = await findOwnAuthentication(
    context.gateway,
    callerOf(context, headers),
    path.authenticationId,
  );
  return reply(200, threeDsAuthentication(authentication, context.links.in(headers.Language)));
};
