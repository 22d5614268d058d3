import { mkdirSync } from "node:fs";

/** Makes the data folder, for its user alone. One that exists keeps its permissions: it may be shared on purpose. */
export function makeDataDirectory(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
}
