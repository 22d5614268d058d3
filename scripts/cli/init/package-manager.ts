import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";

/** The commands of a program that installs packages. Its `add` takes `-D` for development and `-E` for exact versions. */
export interface PackageManager {
  readonly add: readonly string[];
  /** Runs the program of an installed package, and installs none. */
  readonly exec: readonly string[];
}

const npm: PackageManager = {
  add: ["npm", "install", "--no-audit", "--no-fund"],
  exec: ["npm", "exec", "--no", "--"],
};
const bun: PackageManager = { add: ["bun", "add"], exec: ["bun", "run"] };
const byLock: Readonly<Record<string, PackageManager>> = {
  "package-lock.json": npm,
  "npm-shrinkwrap.json": npm,
  "pnpm-lock.yaml": { add: ["pnpm", "add"], exec: ["pnpm", "exec"] },
  "yarn.lock": { add: ["yarn", "add"], exec: ["yarn", "run"] },
  "bun.lock": bun,
  "bun.lockb": bun,
};

/** The package manager of the nearest lock file: of a folder or, in a workspace, of one above it. The default is npm. */
export function packageManager(folder = resolve(".")): PackageManager {
  const found = Object.entries(byLock).find(([lock]) => existsSync(join(folder, lock)));
  if (found) return found[1];
  const parent = dirname(folder);
  return parent === folder ? npm : packageManager(parent);
}
