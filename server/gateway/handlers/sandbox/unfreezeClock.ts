import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { clockRecord } from "./presentation.ts";

export const unfreezeClock: Handlers<SandboxContext>["unfreezeClock"] = async (
  { context: { clock } },
  reply,
) => {
  await clock.unfreeze();
  return reply(200, clockRecord(clock));
};
