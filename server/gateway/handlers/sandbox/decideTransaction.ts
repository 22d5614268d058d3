import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import { callerOf, type SandboxContext } from "../../http/context.ts";
import { decideTransaction as decide } from "../../domain/payments/payments.ts";
import { listItem } from "../presentation.ts";

export const decideTransaction: Handlers<SandboxContext>["decideTransaction"] = async (
  { path, body, headers, context },
  reply,
) => {
  const transaction = await decide(
    context.gateway,
    callerOf(context, headers),
    path.transactionId,
    body.status,
  );
  return reply(200, listItem(transaction));
};
