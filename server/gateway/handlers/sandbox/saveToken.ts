import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { saveCard } from "../../domain/cards/saved-cards.ts";

export const saveToken: Handlers<SandboxContext>["saveToken"] = async (
  { body, headers, context },
  reply,
) => {
  const caller = callerOf(context, headers);
  const { token, saved } = await saveCard(context.gateway, caller, body);
  return reply(201, { token, brand: saved.brand, number: saved.number });
};
