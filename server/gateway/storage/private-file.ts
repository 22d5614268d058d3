import { chmodSync, closeSync, openSync, statSync } from "node:fs";

/** Only the user of the process can read and write. */
const OWNER_ONLY = 0o600;

/**
 * Creates a database file that only its user can read, or restricts an existing one and the files that SQLite keeps
 * beside it. Files that SQLite adds later get the permissions of the database (sqlite.org/wal.html).
 */
export function makePrivate(file: string): void {
  closeSync(openSync(file, "a", OWNER_ONLY));
  for (const each of [file, `${file}-wal`, `${file}-shm`]) {
    // When another process closes the database, SQLite may remove the last two.
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
