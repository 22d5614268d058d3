import type { Clock } from "../domain/dependencies.ts";
import { InvalidInput } from "../domain/errors.ts";
import type { SettingStore, StepBack } from "../domain/store.ts";
import { sharedCall } from "../shared-call.ts";
import { systemClock } from "../system-effects.ts";
import { CLOCK_SETTING } from "../storage/stores/settings.ts";

/** A clock that can be moved forward, stopped and brought back, that stays so over a restart, and that all processes share. */
export interface SandboxClock extends Clock {
  readonly frozen: boolean;
  /** Learns where other processes have moved it. */
  follow(): Promise<void>;
  /** @throws InvalidInput when RFC 3339 could not write the time any more */
  advance(bySeconds: number): Promise<void>;
  freeze(): Promise<void>;
  /** Runs on from the time that it shows. */
  unfreeze(): Promise<void>;
  /** Shows the machine's time again, and runs; stored with what else `within` does as a whole. */
  reset(within?: SettingStore): Promise<StepBack>;
}

/** How the clock stands to the machine's; one setting has all of it, so that no process reads a part without the other. */
interface Position {
  readonly offsetMs: number;
  /** The machine's time at which it was stopped. */
  readonly frozenAtMs?: number;
  /** The machine's time at which it was first moved or stopped; absent: it shows the machine's time. */
  readonly movedAtMs?: number;
}

const UNMOVED = writePosition({ offsetMs: 0 });

// RFC 3339 has four digits for the year, and +07:00 must still fit.
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Opens the sandbox's clock where it was left. */
export async function openSandboxClock(
  settings: SettingStore,
  base: Clock = systemClock,
): Promise<SandboxClock> {
  let position: Position = { offsetMs: 0 };
  let learnt = 0;
  let begun = 0;
  const timeAt = ({ offsetMs, frozenAtMs }: Position) => (frozenAtMs ?? base.now()) + offsetMs;

  // What was read before a later position was known would turn the clock back.
  const learn = (number: number, value: string) => {
    if (number < learnt) return;
    learnt = number;
    position = readPosition(value);
  };
  const moved = (from: Position) => ({ movedAtMs: base.now(), ...from });
  const follow = sharedCall(async () => {
    const number = ++begun;
    learn(number, (await settings.read(CLOCK_SETTING)) ?? UNMOVED);
  });
  const change = async (move: (from: Position) => Position, within = settings) => {
    for (;;) {
      const before = await within.writeOnce(CLOCK_SETTING, UNMOVED);
      const after = writePosition(move(readPosition(before)));
      if (await within.replace(CLOCK_SETTING, before, after)) {
        learn(++begun, after);
        return;
      }
    }
  };

  await follow();
  return {
    now: () => timeAt(position),
    get frozen() {
      return position.frozenAtMs !== undefined;
    },
    follow,
    advance: (bySeconds) =>
      change((from) => {
        const byMs = bySeconds * 1000;
        if (timeAt(from) + byMs > LATEST_MS)
          throw new InvalidInput([
            { field: "seconds", reason: "must not lead beyond the year 9999" },
          ]);
        return { ...moved(from), offsetMs: from.offsetMs + byMs };
      }),
    freeze: () => change((from) => ({ frozenAtMs: base.now(), ...moved(from) })),
    unfreeze: () =>
      change((from) => {
        const { frozenAtMs: _, ...running } = from;
        return { ...running, offsetMs: timeAt(from) - base.now() };
      }),
    async reset(within) {
      let back: StepBack = { byMs: 0, movedAtMs: 0 };
      await change((from) => {
        const real = base.now();
        back = { byMs: timeAt(from) - real, movedAtMs: from.movedAtMs ?? 0 };
        return { offsetMs: 0 };
      }, within);
      return back;
    },
  };
}

/** `<offset>`, `<offset> <frozen>` or `<offset> <frozen, or -> <moved>`; in milliseconds. */
function readPosition(value: string): Position {
  const [offset = "0", frozen = RUNS, moved] = value.split(" ");
  return {
    offsetMs: Number(offset),
    ...(frozen !== RUNS && { frozenAtMs: Number(frozen) }),
    ...(moved !== undefined && { movedAtMs: Number(moved) }),
  };
}

function writePosition({ offsetMs, frozenAtMs, movedAtMs }: Position): string {
  const moved = movedAtMs === undefined ? [] : [frozenAtMs ?? RUNS, movedAtMs];
  return [offsetMs, ...moved].join(" ");
}

/** Stands for the time at which a clock was stopped that runs. */
const RUNS = "-";
