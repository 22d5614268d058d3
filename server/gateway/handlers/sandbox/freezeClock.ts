import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { clockRecord } from "./presentation.ts";

export const freezeClock: Handlers<SandboxContext>["freezeClock"] = async (
  { context: { clock } },
  reply,
) => {
  await clock.freeze();
  return reply(200, clockRecord(clock));
};
