import type { Clock } from "../../domain/dependencies.ts";
import { InvalidInputError } from "../../domain/errors.ts";
import type { SettingStore, StepBack } from "../../domain/store.ts";
import { sharedCall } from "../../platform/concurrency/shared-call.ts";
import { systemClock } from "../../platform/system-effects.ts";
import { CLOCK_SETTING } from "../../storage/stores/settings.ts";

/** A clock that can be advanced, frozen and reset. Its position is stored in the database, so all processes share it. */
export interface SandboxClock extends Clock {
  readonly frozen: boolean;
  /** Reads the position that other processes have stored. */
  follow(): Promise<void>;
  /** @throws InvalidInputError if RFC 3339 cannot express the time */
  advance(bySeconds: number): Promise<void>;
  freeze(): Promise<void>;
  /** Lets it run on from its current time. */
  unfreeze(): Promise<void>;
  /** Sets it back to the machine's time. `within` is the settings of an open transaction. */
  reset(within?: SettingStore): Promise<StepBack>;
}

/** The clock's position relative to the machine's clock. One setting holds all of it, so that it is read as a whole. */
interface Position {
  readonly offsetMs: number;
  /** The machine's time at which the clock was frozen. */
  readonly frozenAtMs?: number;
  /** The machine's time at which the clock was first moved or frozen; absent: it shows the machine's time. */
  readonly movedAtMs?: number;
}

const UNMOVED = writeClockPosition({ offsetMs: 0 });

// RFC 3339 has four digits for the year, and +07:00 must still fit.
const LATEST_MS = Date.UTC(9999, 11, 31);

/** Makes the sandbox's clock, which continues at its stored time. */
export async function openSandboxClock(
  settings: SettingStore,
  base: Clock = systemClock,
): Promise<SandboxClock> {
  let position: Position = { offsetMs: 0 };
  let learnt = 0;
  let begun = 0;
  const timeAt = ({ offsetMs, frozenAtMs }: Position) => (frozenAtMs ?? base.now()) + offsetMs;

  // Ignores a position that was read before a newer one was known.
  const learn = (number: number, value: string) => {
    if (number < learnt) return;
    learnt = number;
    position = readClockPosition(value);
  };
  const moved = (from: Position) => ({ movedAtMs: base.now(), ...from });
  const follow = sharedCall(async () => {
    const number = ++begun;
    learn(number, (await settings.read(CLOCK_SETTING)) ?? UNMOVED);
  });
  const change = async (move: (from: Position) => Position, within = settings) => {
    for (;;) {
      const before = await within.writeOnce(CLOCK_SETTING, UNMOVED);
      const after = writeClockPosition(move(readClockPosition(before)));
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
          throw new InvalidInputError([
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
function readClockPosition(value: string): Position {
  const [offset = "0", frozen = RUNS, moved] = value.split(" ");
  return {
    offsetMs: Number(offset),
    ...(frozen !== RUNS && { frozenAtMs: Number(frozen) }),
    ...(moved !== undefined && { movedAtMs: Number(moved) }),
  };
}

function writeClockPosition({ offsetMs, frozenAtMs, movedAtMs }: Position): string {
  const moved = movedAtMs === undefined ? [] : [frozenAtMs ?? RUNS, movedAtMs];
  return [offsetMs, ...moved].join(" ");
}

/** Stands in place of `<frozen>` for a running clock. */
const RUNS = "-";
