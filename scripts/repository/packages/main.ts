/** `npm run build`: builds the packages of this repository into `dist`. */
import { statSync } from "node:fs";
import { join, relative } from "node:path";
import { printLines } from "../../cli/terminal/print.ts";
import { buildPackages } from "./build.ts";
import { root } from "./manifest.ts";

for (const { archive } of buildPackages(join(root, "dist")))
  printLines([`${relative(process.cwd(), archive)}  ${statSync(archive).size} bytes`]);
