import { existsSync } from "node:fs";
import { readdir, readFile, rm, stat } from "node:fs/promises";
import { dirname, extname, join, relative, resolve } from "node:path";
import { readDocumentText } from "@contract-toolkit/schemas/documents/read-text";
import { UsageError } from "@contract-toolkit/schemas/usage-error";
import { runVisibly } from "../processes.ts";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";

/**
 * Checks that a project can begin with a file.
 *
 * @throws {UsageError} when it is no OpenAPI document and no TypeSpec file
 */
export async function requireSpecification(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || ![".json", ".tsp", ".yaml", ".yml"].includes(extname(file)))
    throw new UsageError(
      `--from ${file} is no file with an OpenAPI document (.yaml, .json) or TypeSpec (.tsp).`,
    );
}

/** Replaces the example of an installed project by the specification in a file. */
export async function takeSpecification(folder: string, file: string): Promise<void> {
  const client = await readFile(join(folder, "client/index.ts"), "utf8");
  for (const path of ["spec", "server/provider-states", "client", "test", "README.md"])
    await rm(join(folder, path), { recursive: true });
  if (file.endsWith(".tsp"))
    for (const [path, text] of await typeSpecFiles(file))
      await writeInside(folder, `spec/${path}`, text);
  else
    await runVisibly(
      ["npx", "contract", "import", resolve(file), "--out", "spec", "--lossy"],
      folder,
    );
  // The generated files have the lines of the specification.
  await runVisibly(["npx", "tsp", "format", "spec/**/*.tsp"], folder);
  await runVisibly(["npm", "run", "--silent", "generate"], folder);
  const contracts = await servedContracts(join(folder, "generated"));
  for (const [path, text] of Object.entries(sourcesFor(contracts, client)))
    await writeInside(folder, path, text);
  // Without handlers, a replay would fail for every operation.
  const manifest = await readFile(join(folder, "package.json"), "utf8");
  const unset = manifest.replace(/ {2}"contract": \{[^]*?\n {2}\},\n/, "");
  await writeInside(folder, "package.json", unset);
  await runVisibly(["npx", "oxfmt"], folder);
}

/**
 * The files of a specification by their paths from the folder of its entry: the entry, as `main.tsp`, and what is imported by a
 * relative path.
 *
 * @throws {UsageError} when a file is missing, or outside of the folder
 */
export async function typeSpecFiles(entry: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const add = async (file: string, path: string) => {
    if (files.has(path)) return;
    if (path.startsWith(".."))
      throw new UsageError(`${entry} imports ${file}, which is outside of ${dirname(entry)}.`);
    const text = await readDocumentText(file);
    files.set(path, text);
    for (const name of importedBy(text).filter((imported) => imported.startsWith("."))) {
      const found = join(dirname(file), name);
      const isFolder = (await stat(found).catch(() => undefined))?.isDirectory();
      const next = isFolder ? join(found, "main.tsp") : found;
      await add(next, relative(dirname(entry), next));
    }
  };
  await add(entry, "main.tsp");
  return files;
}

/** The TypeSpec libraries that a specification needs, without those of the toolkit. */
export async function librariesOf(file: string): Promise<string[]> {
  if (!existsSync(file)) return [];
  if (!file.endsWith(".tsp"))
    return /\bxml\b/.test(await readFile(file, "utf8")) ? ["@typespec/xml"] : [];
  return [...(await typeSpecFiles(file)).values()].flatMap((text) =>
    importedBy(text).flatMap(
      (name) => /^(?!@contract-toolkit|node:)(?:@[^/]+\/)?[^./][^/]*/.exec(name) ?? [],
    ),
  );
}

/** What TypeSpec or JavaScript imports. */
function importedBy(text: string): string[] {
  const imports = text.matchAll(/^\s*(?:import|export)\b[^"';]*["']([^"']+)["']/gm);
  return [...imports].map(([, name = ""]) => name);
}

/** The names of generated contracts that are served. Events are received by others. */
export async function servedContracts(generated: string): Promise<string[]> {
  const has = (name: string, file: string) => existsSync(join(generated, name, file));
  const names = (await readdir(generated)).filter((name) => has(name, "index.ts"));
  return names.filter((name) => !has(name, "events.ts"));
}

/**
 * Server, client and test of contracts.
 *
 * @param client that of the example
 */
function sourcesFor(
  contracts: readonly string[],
  client: string,
): Readonly<Record<string, string>> {
  const own = contracts.flatMap((name) => [
    [`server/${name}.ts`, handlersText(name)] as const,
    [`client/${name}.ts`, client.replaceAll("/notes/", `/${name}/`)] as const,
  ]);
  return {
    ...Object.fromEntries(own),
    "server/app.ts": appText(contracts),
    "test/contract.test.ts": testText(contracts),
    "README.md": readmeText(contracts),
  };
}

function handlersText(name: string): string {
  return `import type { Handlers } from "../generated/${name}/handlers.ts";

/** Handlers by operation. An operation without one is answered with 501. */
export const handlers: Partial<Handlers<undefined>> = {};
`;
}

/** What sources call a generated contract and its handlers. */
export function identifiersOf(name: string) {
  const prefix = name.replaceAll(/\W+(\w?)/g, (_, letter: string) => letter.toUpperCase());
  return { contract: `${prefix}Contract`, handlers: `${prefix}Handlers` };
}

function importsOf(contracts: readonly string[], folder: string): string {
  const pairs = contracts.map((name) => {
    const { contract, handlers } = identifiersOf(name);
    return `import { contract as ${contract} } from "../generated/${name}/index.ts";
import { handlers as ${handlers} } from "${folder}/${name}.ts";`;
  });
  return pairs.join("\n");
}

function appText(contracts: readonly string[]): string {
  const uses = contracts.map((name) => {
    const { contract, handlers } = identifiersOf(name);
    return `  app.use(validateWith(${contract}, { handlers: ${handlers} }));`;
  });
  return `import express from "express";
import { validateWith } from "@contract-toolkit/skeleton";
${importsOf(contracts, ".")}

/** Makes an application that validates every request and every response. */
export function createApp(): express.Express {
  const app = express();
${uses.join("\n")}
  app.use((_request, response) => void response.sendStatus(501));
  return app;
}
`;
}

function testText(contracts: readonly string[]): string {
  const listed = contracts.map((name) => {
    const { contract, handlers } = identifiersOf(name);
    const folder = JSON.stringify(`generated/${name}`);
    return `  { folder: ${folder}, contract: ${contract}, handlers: ${handlers} },`;
  });
  return `import { testServer } from "@contract-toolkit/conformance/node-test";
import { createApp } from "../server/app.ts";
${importsOf(contracts, "../server")}

const contracts = [
${listed.join("\n")}
];

for (const { folder, contract, handlers } of contracts) {
  // The server accepts any credential until app.ts says which are good (\`authenticate\`).
  const credentials = Object.values(contract.operations)
    .flatMap(({ security = [] }) => security.flat())
    .map(({ name }) => [name, "any"]);
  const headers = Object.fromEntries(credentials);
  const include = Object.keys(handlers).map((id) => \`\${id}/*\`);
  // Each case of an operation with a handler is a test.
  if (include.length > 0) await testServer(folder, createApp(), { headers, include });
}
`;
}

function readmeText(contracts: readonly string[]): string {
  const [first = ""] = contracts;
  return `# ${first}

[spec](spec) describes the service in TypeSpec. Everything in [generated](generated) is generated from it.

\`\`\`sh
npm test
npx contract mock generated
npx contract docs generated
npm run dev
\`\`\`

\`mock\` answers with samples, \`docs\` shows the reference, and \`dev\` serves while you edit.

Write the handlers in \`server/${first}.ts\`, one for each operation: \`npm test\` then plays its samples on the server, and the
boundaries of every constraint in them. Add samples with \`@opExample\`: without one, an operation has a single case, and
\`npx contract replay generated/${first}/openapi.json --start 'node server/main.ts'\` finds requests by itself. \`npm run format\` formats what you write. An operation without a handler is answered with 501. When all have one, add
\`"contract": { "check": { "replay": "node server/main.ts" } }\` to \`package.json\`, so that \`npx contract check\` plays everything.
`;
}
