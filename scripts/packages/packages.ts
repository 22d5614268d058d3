import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readManifest, root, type Manifest } from "./manifest.ts";

/** A package of this repository that others install. */
export interface Package {
  /** Folder of its `package.json` and its sources. */
  readonly folder: string;
  readonly manifest: Manifest;
}

/** Every workspace that is published. */
export const packages: readonly Package[] = workspaces()
  .map((folder) => ({ folder, manifest: readManifest(folder) }))
  .filter(({ manifest }) => !manifest.private);

function workspaces(): string[] {
  const text = readFileSync(join(root, "package.json"), "utf8");
  return (JSON.parse(text) as { workspaces: string[] }).workspaces;
}
