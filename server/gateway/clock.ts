import type { Clock } from "./domain/effects.ts";
import { InvalidInput } from "./domain/errors.ts";
import type { SettingStore } from "./storage/settings.ts";

/** The time of the machine. */
export const systemClock: Clock = { now: () => Date.now() };

/** A clock that can be moved forward, and stays so over a restart. */
export interface SandboxClock extends Clock {
  /** @throws InvalidInput when RFC 3339 could not write the time any more */
  advance(bySeconds: number): Promise<void>;
}

const OFFSET_SETTING = "clock-offset-ms";

// RFC 3339 has four digits for the year, and +07:00 must still fit.
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Opens the sandbox's clock where it was left. */
export async function openSandboxClock(
  settings: SettingStore,
  base: Clock = systemClock,
): Promise<SandboxClock> {
  let offsetMs = Number((await settings.read(OFFSET_SETTING)) ?? 0);
  const now = () => base.now() + offsetMs;
  return {
    now,
    async advance(bySeconds) {
      const byMs = bySeconds * 1000;
      if (now() + byMs > LATEST_MS)
        throw new InvalidInput([
          { field: "seconds", reason: "must not lead beyond the year 9999" },
        ]);
      offsetMs += byMs;
      await settings.write(OFFSET_SETTING, String(offsetMs));
    },
  };
}
