import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { completeChallenge as complete } from "../../domain/authentications/challenges.ts";
import { threeDsAuthentication } from "../presentation.ts";

export const completeChallenge: Handlers<SandboxContext>["completeChallenge"] = async (
  { path, body, headers, context },
  reply,
) => {
  const authentication = await complete(
    context.gateway,
    callerOf(context, headers),
    path.authenticationId,
    body.status === "VERIFIED" ? "confirm" : "fail",
  );
  return reply(200, threeDsAuthentication(authentication, context.links.in(headers.Language)));
};
