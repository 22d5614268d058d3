/** `node release.ts TAG [options of npm publish]`: builds the packages and publishes them. `.github/workflows/release.yml` does so. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { printToStderr } from "../../cli/terminal/print.ts";
import { buildPackages } from "./build.ts";
import { root } from "./manifest.ts";
import { publishPackages, releaseFaults } from "./publish.ts";

const [tag = "", ...options] = process.argv.slice(2);
const changelog = readFileSync(join(root, "CHANGELOG.md"), "utf8");
const faults = releaseFaults(tag, changelog, process.env["GITHUB_REPOSITORY"]);
if (faults.length > 0) {
  printToStderr([`${tag || "Without a tag nothing"} cannot be released.`, ...faults]);
  process.exitCode = 1;
} else {
  const built = buildPackages(join(root, "dist"));
  await publishPackages(new Map(built.map(({ name, archive }) => [name, archive])), options);
}
