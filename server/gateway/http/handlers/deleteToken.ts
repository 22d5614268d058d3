import type { Handlers } from "../../../../generated/gateway/handlers.ts";
import { callerOf, type Context } from "../context.ts";
import { deleteSavedCard } from "../../domain/cards/saved-cards.ts";

export const deleteToken: Handlers<Context>["deleteToken"] = async (
  { body, headers, context },
  reply,
) => {
  await deleteSavedCard(context.gateway, callerOf(context, headers), body.token);
  return reply(200, { errorCode: 0, message: "The token was deleted." });
};
