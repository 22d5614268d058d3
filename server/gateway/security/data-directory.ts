import { chmodSync, mkdirSync, statSync } from "node:fs";
import { SettingsError } from "../settings.ts";

/** Write permission of the group and of everybody else. */
const WRITABLE_BY_OTHERS = 0o022;

/** In a sticky folder, only the owner of a file can replace it (chmod(1), restricted deletion). */
const STICKY = 0o1000;

/**
 * Creates the data folder for its user only. If it exists, others may be allowed to read it. Write permission of others is removed,
 * because they could replace the database and the key.
 *
 * @throws SettingsError if others may write to the folder and it belongs to another user
 */
export function makeDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  if ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0) return;
  // Windows has no such permissions, and no user ids.
  if (process.getuid === undefined) return;
  if (uid !== process.getuid())
    throw new SettingsError([
      `DATA_DIR ${path} belongs to another user and others can write to it. Remove that permission with chmod go-w, or choose another folder.`,
    ]);
  chmodSync(path, mode & 0o7777 & ~WRITABLE_BY_OTHERS);
}
