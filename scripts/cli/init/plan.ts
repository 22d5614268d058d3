import { existsSync, lstatSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { identifiersOf, servedContracts, typeSpecFiles } from "../new/from-specification.ts";
import type { ToolkitPackages } from "../new/package-manifest.ts";
import { readPackageJson } from "../package-json.ts";
import { runVisibly } from "../processes.ts";
import { packageManager } from "./package-manager.ts";

/** A part of what `contract init` does: write a new file, or run a command. */
export type Step =
  | { readonly path: string; readonly text: string | (() => Promise<string>) }
  | { readonly command: readonly string[] };

/** The only folder that is written into. It must not exist. */
export const folder = "contract";

const entry = `${folder}/spec/main.tsp`;
const out = `${folder}/generated`;
const scripts = {
  "contract:generate": `contract generate ${entry} --out ${out}`,
  "contract:check": `contract check ${entry} --out ${out}`,
};

/**
 * Plans a contract for the Express project in the working folder.
 *
 * @param archives the folder with archives of the packages
 * @param from an OpenAPI document or a TypeSpec file; default: an example
 * @throws {UsageError} when the folder `contract` exists, or there is no such project
 */
export async function planInit(
  { own, tools, overrides }: ToolkitPackages,
  archives: string | undefined,
  from: string | undefined,
): Promise<Step[]> {
  requireNewContract();
  const { add, exec } = packageManager();
  const { "@contract-toolkit/client": _client, ...server } = own;
  const { "@contract-toolkit/conformance": _suite, ...command } = tools;
  const packagesIn = (versions: Readonly<Record<string, string>>) =>
    Object.entries(versions).map(([name, version]) =>
      archives !== undefined && version.startsWith("file:")
        ? resolve(archives, basename(version))
        : `${name}@${version}`,
    );
  const settings = Object.entries(scripts).map(([name, text]) => `scripts.${name}=${text}`);
  return [
    { command: [...add, "-E", ...packagesIn(server)] },
    { command: [...add, "-E", "-D", ...packagesIn({ ...command, ...overrides })] },
    // It keeps the indentation, the line ends and the mode of the file, whichever program installs.
    { command: ["npm", "pkg", "set", ...settings] },
    ...(await specification(from, exec)),
    { command: [...exec, ...scripts["contract:generate"].split(" ")] },
    // Generated files are ES modules. Node.js also loads them with `require`.
    { path: `${folder}/package.json`, text: '{ "type": "module" }\n' },
    { path: `${folder}/index.js`, text: async () => middleware(await servedContracts(out)) },
    { path: `${folder}/index.d.ts`, text: declaration },
  ];
}

/** @throws {UsageError} when the command fails, or the file exists */
export async function perform(step: Step): Promise<void> {
  if ("command" in step) return runVisibly(step.command);
  await mkdir(dirname(step.path), { recursive: true });
  const text = typeof step.text === "string" ? step.text : await step.text();
  await writeFile(step.path, text, { flag: "wx" });
}

function requireNewContract(): void {
  if (!existsSync("package.json"))
    throw new UsageError(
      "There is no package.json here. Run contract init in the folder of your application, or begin with contract new.",
    );
  const manifest = readPackageJson();
  if (nodeOrEmpty(manifest["dependencies"])["express"] === undefined)
    throw new UsageError(
      "package.json has no dependency express. For other frameworks see docs/guides/frameworks.md; contract new makes a new project.",
    );
  if (lstatSync(folder, { throwIfNoEntry: false }))
    throw new UsageError(
      `${folder} exists already, and contract init writes only new files. Move it away to begin again.`,
    );
  const known = nodeOrEmpty(manifest["scripts"]);
  for (const [name, text] of Object.entries(scripts))
    if (known[name] !== undefined && known[name] !== text)
      throw new UsageError(`package.json has another script ${name} already. Rename it first.`);
}

async function specification(from: string | undefined, exec: readonly string[]): Promise<Step[]> {
  if (from === undefined) return [{ path: entry, text: example }];
  if (from.endsWith(".tsp"))
    return [...(await typeSpecFiles(from))].map(([path, text]) => ({
      path: join(dirname(entry), path),
      text,
    }));
  return [{ command: [...exec, "contract", "import", from, "--out", dirname(entry), "--lossy"] }];
}

/** A specification with one operation that no application has. */
const example = `import "@typespec/http";

using Http;

/** Describe your routes here. What is not described passes unchanged. */
@service(#{ title: "Api" })
namespace Api;

/** An example, to be replaced. */
@route("/example/{name}")
@get
op readExample(@path @maxLength(40) name: string): {
  text: string;
};
`;

function middleware(contracts: readonly string[]): string {
  const imports = contracts.map(
    (name) =>
      `import { contract as ${identifiersOf(name).contract} } from "./generated/${name}/index.ts";\n`,
  );
  const validations = contracts.map((name) => `validateWith(${identifiersOf(name).contract})`);
  return `import { validateWith } from "@contract-toolkit/skeleton";
${imports.join("")}
/** Validates the requests and responses that the contract describes. Everything else passes unchanged. */
export const validation = [${validations.join(", ")}];
`;
}

const declaration = `import type { IncomingMessage, ServerResponse } from "node:http";

/** Validates the requests and responses that the contract describes. Everything else passes unchanged. */
export declare const validation: ((
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
) => void)[];
`;
