/** `npm run registry`: serves the built packages as the registry of npm would, until it is ended. */
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { printLines } from "../../cli/terminal/print.ts";
import { buildPackages } from "./build.ts";
import { root } from "./manifest.ts";
import { serveRegistry } from "./registry.ts";

printLines(["Building the packages takes a minute …"]);
const port = Number(process.env["PORT"] ?? 4873);
const upstream = execFileSync("npm", ["config", "get", "registry"], { encoding: "utf8" }).trim();
const { url } = await serveRegistry(buildPackages(join(root, "dist")), { port, upstream });
printLines([
  `Registry at ${url}. In another folder:`,
  `  export npm_config_registry=${url}`,
  "  npm create @contract-toolkit my-api",
]);
