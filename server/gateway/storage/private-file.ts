import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** What only the user of the process may read and write. */
const OWNER_ONLY = 0o600;

/**
 * Makes a database file that its user alone can read, or makes an existing one so, together with the files that SQLite
 * keeps beside it. Those that SQLite adds later get the permissions of the database (sqlite.org/wal.html).
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, "a", OWNER_ONLY));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    // Another process that closes the database may remove the last two at any time.
    const stats = statSync(each, { throwIfNoEntry: false });
    if (stats !== undefined && (stats.mode & 0o777) !== OWNER_ONLY) restrict(each);
  }
}

function restrict(file: string): void {
  try {
    chmodSync(file, OWNER_ONLY);
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ENOENT")) throw error;
  }
}
