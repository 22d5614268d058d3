import type { Handlers } from "../../../../../generated/sandbox/handlers.ts";
import { bringClockBack } from "../../../domain/clock-reset.ts";
import type { SandboxContext } from "../../context.ts";
import { clockRecord } from "./presentation.ts";

/** Operations of the sandbox's clock. */
export const clockHandlers = {
  readClock: ({ context: { clock } }, reply) => reply(200, clockRecord(clock)),

  async advanceClock({ body, context: { clock } }, reply) {
    await clock.advance(body.seconds);
    return reply(200, clockRecord(clock));
  },

  async freezeClock({ context: { clock } }, reply) {
    await clock.freeze();
    return reply(200, clockRecord(clock));
  },

  async unfreezeClock({ context: { clock } }, reply) {
    await clock.unfreeze();
    return reply(200, clockRecord(clock));
  },

  async resetClock({ context: { gateway, clock } }, reply) {
    await bringClockBack(gateway, clock);
    return reply(200, clockRecord(clock));
  },
} satisfies Partial<Handlers<SandboxContext>>;
