import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { askerOf, type SandboxContext } from "../../http/context.ts";
import { saveCard } from "../../domain/cards/tokens.ts";

export const saveToken: Handlers<SandboxContext>["saveToken"] = async (
  { body, headers, context },
  reply,
) => {
  const asker = askerOf(context, headers);
  const { token, saved } = await saveCard(context.gateway, asker, body);
  return reply(201, { token, brand: saved.brand, number: saved.number });
};
