import { existsSync, statSync } from "node:fs";
import { backup, DatabaseSync } from "node:sqlite";
import { OperatorError } from "../../platform/operator-error.ts";
import { onFileSystem } from "../../platform/security/data-directory.ts";
import { createFile } from "../../platform/security/new-file.ts";
import { NoGatewayError } from "../access.ts";

/**
 * Copies an SQLite database that others may be writing to. A copy of its files would miss what is in the write-ahead log.
 *
 * @param target appears when the copy is complete and checked
 * @returns the size of the copy in bytes
 * @throws OperatorError
 */
export async function backUpSqlite(path: string, target: string): Promise<number> {
  if (!existsSync(path)) throw new NoGatewayError(path);
  if (existsSync(target)) throw taken(target);
  using copy = onFileSystem(target, () => createFile(target), "FILE");
  const source = new DatabaseSync(path, { readOnly: true });
  try {
    await backup(source, copy.path);
  } finally {
    source.close();
  }
  requireSound(copy.path);
  if (!copy.publish()) throw taken(target);
  return statSync(target).size;
}

function taken(target: string): OperatorError {
  return new OperatorError("file-unusable", `${target} exists already. Name a new file.`);
}

function requireSound(path: string): void {
  const copy = new DatabaseSync(path);
  try {
    // A single file is easier to keep than one with a write-ahead log.
    copy.exec("PRAGMA journal_mode = DELETE");
    const found = String(copy.prepare("PRAGMA integrity_check").get()?.["integrity_check"]);
    if (found !== "ok")
      throw new OperatorError(
        "database-damaged",
        `The copy is damaged (${found}). Check the disk.`,
      );
  } finally {
    copy.close();
  }
}
