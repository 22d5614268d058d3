import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { clockRecord } from "./presentation.ts";

export const advanceClock: Handlers<SandboxContext>["advanceClock"] = async (
  { body, context: { clock } },
  reply,
) => {
  await clock.advance(body.seconds);
  return reply(200, clockRecord(clock));
};
