import type { Kysely } from "kysely";
import { OperatorError } from "../platform/operator-error.ts";
import type { Mode } from "../platform/mode.ts";
import { createSettingStore } from "./stores/settings.ts";
import type { Tables } from "./tables.ts";

/** The database belongs to the other mode. */
export class WrongModeError extends OperatorError {
  constructor(mode: Mode, owner: Mode, place: string) {
    super(
      "wrong-mode",
      `${place} belongs to MODE=${owner}, and MODE is ${mode}. It was left as it is. ` +
        `Set MODE=${owner}, or name another database in DATA_DIR or DATABASE_URL; see "Modes" in docs/partners.md.`,
    );
  }
}

const MODE_SETTING = "mode";

/**
 * Checks that an existing database belongs to a mode. It changes nothing.
 *
 * @param place what to call the database in a message
 * @throws WrongModeError
 */
export async function requireMode(
  database: Kysely<Tables>,
  mode: Mode,
  place: string,
): Promise<void> {
  const recorded = await createSettingStore(database).read(MODE_SETTING);
  // A database without a recorded mode is empty.
  if (recorded !== undefined) requireSame(recorded, mode, place);
}

/**
 * Records the mode of a new database.
 *
 * @throws WrongModeError if another process has recorded the other mode meanwhile
 */
export async function recordMode(
  database: Kysely<Tables>,
  mode: Mode,
  place: string,
): Promise<void> {
  requireSame(await createSettingStore(database).writeOnce(MODE_SETTING, mode), mode, place);
}

function requireSame(recorded: string, mode: Mode, place: string): void {
  // An unknown value must not count as sandbox.
  const owner = recorded === "sandbox" ? "sandbox" : "production";
  if (owner !== mode) throw new WrongModeError(mode, owner, place);
}
