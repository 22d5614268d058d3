import type { Kysely } from "kysely";
import { DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";
import type { Settings } from "../settings.ts";
import { CLOCK_SETTING, createSettingStore } from "./stores/settings.ts";
import type { Tables } from "./tables.ts";

type Mode = Settings["mode"];

/** The database belongs to the other mode. */
export class WrongMode extends Error {
  readonly code = "wrong-mode";

  constructor(mode: Mode, { owner, isRecorded, place }: Ownership & { readonly place: string }) {
    const why = isRecorded
      ? ""
      : ` (it is from before databases recorded their mode; ${signs[owner]})`;
    super(
      `${place} belongs to MODE=${owner}${why}, and MODE is ${mode}. It was left as it is. ` +
        `Set MODE=${owner}, or name another database in DATA_DIR or DATABASE_URL; docs/partners.md, "Modes", tells more.`,
    );
  }
}

/** Which mode a database belongs to. */
interface Ownership {
  readonly owner: Mode;
  readonly isRecorded: boolean;
}

/** Why a database that records no mode is taken for one of a mode. */
const signs: Readonly<Record<Mode, string>> = {
  sandbox: `it has partner ${DEMO_PARTNER_CODE} or the sandbox's clock`,
  production: `it has partners, and ${DEMO_PARTNER_CODE} is not among them`,
};

const MODE_SETTING = "mode";

/**
 * Demands that a database that is there already belongs to a mode; it changes nothing.
 *
 * @param place what to call the database in a message
 * @throws WrongMode
 */
export async function requireMode(
  database: Kysely<Tables>,
  mode: Mode,
  place: string,
): Promise<void> {
  const recorded = await createSettingStore(database).read(MODE_SETTING);
  const owner = recorded === undefined ? await unrecordedOwner(database) : modeOf(recorded);
  if (owner !== undefined && owner !== mode)
    throw new WrongMode(mode, { owner, isRecorded: recorded !== undefined, place });
}

/**
 * Records the mode of a database that records none.
 *
 * @throws WrongMode when another process has recorded the other one meanwhile
 */
export async function recordMode(
  database: Kysely<Tables>,
  mode: Mode,
  place: string,
): Promise<void> {
  const owner = modeOf(await createSettingStore(database).writeOnce(MODE_SETTING, mode));
  if (owner !== mode) throw new WrongMode(mode, { owner, isRecorded: true, place });
}

/** Undefined: nobody has anything in it yet. */
async function unrecordedOwner(database: Kysely<Tables>): Promise<Mode | undefined> {
  const codes = await database.selectFrom("partners").select("code").execute();
  const clock = await createSettingStore(database).read(CLOCK_SETTING);
  if (clock !== undefined || codes.some(({ code }) => code === DEMO_PARTNER_CODE)) return "sandbox";
  return codes.length === 0 ? undefined : "production";
}

/** What is recorded that is neither must not be taken for a sandbox. */
function modeOf(recorded: string): Mode {
  return recorded === "sandbox" ? "sandbox" : "production";
}
