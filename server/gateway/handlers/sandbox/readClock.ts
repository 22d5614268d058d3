import type { Handlers } from "../../../../generated/sandbox/handlers.ts";
import type { SandboxContext } from "../../http/context.ts";
import { clockRecord } from "./presentation.ts";

export const readClock: Handlers<SandboxContext>["readClock"] = ({ context: { clock } }, reply) =>
  reply(200, clockRecord(clock));
