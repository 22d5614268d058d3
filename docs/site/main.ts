import { join } from "node:path";
import { build } from "vitepress";
import { root, stageSite } from "./stage.ts";

/** Builds the documentation site into `dist/site`. */
const source = join(root, "dist/site-source");
stageSite(source);
process.env["SITE_SOURCE"] = source;
await build(source, { outDir: join(root, "dist/site") });
