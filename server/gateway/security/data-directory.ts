import { chmodSync, mkdirSync, statSync } from "node:fs";
import { SettingsError } from "../settings.ts";

/** Write permission of the group and of everybody else. */
const WRITABLE_BY_OTHERS = 0o022;

/** In such a folder only a file's own user can replace it (chmod(1), restricted deletion). */
const STICKY = 0o1000;

/**
 * Makes the data folder, for its user alone. One that exists may be read by others on purpose; whoever may write to it
 * could replace the database and the key, so that permission is taken away.
 *
 * @throws SettingsError when others may write to it and it is another user's
 */
export function makeDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const { mode, uid } = statSync(path);
  if ((mode & WRITABLE_BY_OTHERS) === 0 || (mode & STICKY) !== 0) return;
  // Windows has no such permissions, and no user ids.
  if (process.getuid === undefined) return;
  if (uid !== process.getuid())
    throw new SettingsError([
      `DATA_DIR ${path} belongs to another user and can be written by others; take that away with chmod go-w, or choose another folder.`,
    ]);
  chmodSync(path, mode & 0o7777 & ~WRITABLE_BY_OTHERS);
}
