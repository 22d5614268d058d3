import { readdir, readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { relative, resolve } from "node:path";
import { UsageError } from "../usage-error.ts";

const own = ["@contract-toolkit/client", "@contract-toolkit/server", "@contract-toolkit/kernel"];
const ownTools = [
  "@contract-toolkit/cli",
  "@contract-toolkit/conformance",
  "@contract-toolkit/typespec",
];

/** What a new project needs beside the toolkit, in the versions that this one was tested with. */
const others = { express: "5.3.0" };
const tools = {
  "@types/express": "5.0.6",
  "@types/node": "24.19.2",
  "@typespec/compiler": "1.16.0",
  "@typespec/http": "1.16.0",
  "@typespec/openapi": "1.16.0",
  "@typespec/openapi3": "1.16.0",
  node: "24.21.0",
  prettier: "3.10.1",
  typescript: "7.0.2",
};

/**
 * Text of the `package.json` of a new project.
 *
 * @param folder of the project
 * @param archives folder of the toolkit's packages; undefined: they come from the registry
 * @throws {UsageError} when a package is not in the folder
 */
export async function packageManifest(
  name: string,
  folder: string,
  archives: string | undefined,
): Promise<string> {
  const version = await ownVersion();
  const found = archives === undefined ? [] : await readdir(archives).catch(() => []);
  const versionOf = (each: string): [string, string] => {
    if (archives === undefined) return [each, version];
    const file = `${each.replace("@", "").replace("/", "-")}-${version}.tgz`;
    if (!found.includes(file)) throw new UsageError(`--packages ${archives} has no ${file}.`);
    return [each, `file:${relative(folder, resolve(archives, file))}`];
  };
  const manifest = {
    name,
    private: true,
    type: "module",
    scripts: {
      start: "node server/main.ts",
      dev: "contract generate --watch --restart server --restart generated -- node server/main.ts",
      generate: "contract generate",
      check: "contract check",
      test: "contract check && node --test test/*.test.ts",
    },
    dependencies: { ...Object.fromEntries(own.map(versionOf)), ...others },
    devDependencies: { ...Object.fromEntries(ownTools.map(versionOf)), ...tools },
    // What npm may run when it installs: these bring the program that they are named after.
    allowScripts: { esbuild: true, node: true },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function ownVersion(): Promise<string> {
  const file = createRequire(import.meta.url).resolve("@contract-toolkit/cli/package.json");
  const { version } = JSON.parse(await readFile(file, "utf8")) as { version: string };
  return version;
}
