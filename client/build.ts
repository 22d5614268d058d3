/** Builds the package into `dist`: JavaScript, declarations, and what is generated as JavaScript already. */
import { execFileSync } from "node:child_process";
import { cpSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const here = import.meta.dirname;
const dist = join(here, "dist");
const tsc = createRequire(import.meta.url).resolve("typescript/bin/tsc");

rmSync(dist, { recursive: true, force: true });
execFileSync(process.execPath, [tsc, "--project", join(here, "tsconfig.build.json")], {
  stdio: "inherit",
});
for (const file of [
  "gateway/operations",
  "gateway/client-validators",
  "merchant/operations",
  "merchant/validators",
]) {
  for (const extension of ["js", "d.ts"]) {
    const path = join("generated", `${file}.${extension}`);
    cpSync(join(here, "..", path), join(dist, path));
  }
}
