import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../context.ts";
import { utcTime } from "../../domain/time.ts";

export const readClock: Handlers<SandboxContext>["readClock"] = (
  { context: { clock } },
  reply,
) => reply(200, { now: utcTime(clock.now()) });
