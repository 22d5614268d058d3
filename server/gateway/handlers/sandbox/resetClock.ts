import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { bringClockBack } from "../../domain/sandbox.ts";
import { clockRecord } from "./presentation.ts";

export const resetClock: Handlers<SandboxContext>["resetClock"] = async (
  { context: { gateway, clock } },
  reply,
) => {
  await bringClockBack(gateway, clock);
  return reply(200, clockRecord(clock));
};
