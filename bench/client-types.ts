import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { Sample } from "@contract-toolkit/kernel";
import { readPrepared } from "./contender.ts";

/** How long a compiler takes for a file that calls every operation of a specification. */
export interface TypeCheck {
  /** For example `TypeScript 5.9.3`. */
  readonly compiler: string;
  readonly operations: number;
  /** Milliseconds of the whole run, by round. */
  readonly wallMs: number[];
}

/** Names that compilers are installed under; what is not installed is not measured. */
const compilers = ["typescript", "typescript7"];

/**
 * Typechecks a file that calls each operation of a prepared specification once, with every compiler there is.
 *
 * @throws {Error} with the compiler's output, when the file does not typecheck.
 */
export async function measureTypes(folder: string, rounds: number): Promise<TypeCheck[]> {
  const project = join(folder, "calls");
  const operations = await writeProject(folder, project);
  const checks: (TypeCheck & { command: string[] })[] = [];
  for (const name of compilers) {
    const found = await findCompiler(name);
    if (found) checks.push({ ...found, operations, wallMs: [] });
  }
  for (let round = 0; round < rounds; round += 1) {
    for (const { command, wallMs } of checks) {
      const startedAt = performance.now();
      run(process.execPath, [...command, "--project", project]);
      wallMs.push(performance.now() - startedAt);
    }
  }
  return checks.map(({ compiler, wallMs }) => ({
    compiler,
    operations,
    wallMs,
  }));
}

function run(file: string, args: string[]): void {
  const { status, stdout } = spawnSync(file, args, { encoding: "utf8" });
  if (status !== 0) throw new Error(`The calls do not typecheck:\n${stdout.slice(0, 2_000)}`);
}

async function findCompiler(
  name: string,
): Promise<{ compiler: string; command: string[] } | undefined> {
  const require = createRequire(import.meta.url);
  try {
    const manifest = require.resolve(`${name}/package.json`);
    const { version, bin } = JSON.parse(await readFile(manifest, "utf8")) as {
      version: string;
      bin: { tsc: string };
    };
    return {
      compiler: `TypeScript ${version}`,
      command: [resolve(dirname(manifest), bin.tsc)],
    };
  } catch {
    return undefined;
  }
}

async function writeProject(folder: string, project: string): Promise<number> {
  const root = resolve(import.meta.dirname, "..");
  const routes = await readPrepared(folder, "routes.json");
  const samples = JSON.parse(
    await readFile(join(folder, "generated", "gateway", "samples.json"), "utf8"),
  ) as Sample[];
  const calls = routes.map(({ id }) => {
    const sample = samples.find(
      ({ operation, response }) => operation === id.replace(/\d+$/, "") && response.status === 200,
    );
    return callOf(id, sample);
  });
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, "calls.ts"),
    [
      `import { createContractClient } from ${JSON.stringify(join(root, "client/runtime/contract-client.ts"))};`,
      `import { operations, type Operations } from "../generated/gateway/operations.js";`,
      `const client = createContractClient<Operations>(operations, { baseUrl: "http://127.0.0.1" });`,
      ...calls,
    ].join("\n"),
  );
  await writeFile(
    join(project, "tsconfig.json"),
    JSON.stringify({
      extends: join(root, "tsconfig.json"),
      compilerOptions: {
        types: ["node"],
        typeRoots: [join(root, "node_modules/@types")],
      },
      include: ["calls.ts"],
    }),
  );
  return calls.length;
}

/** A call with the arguments of a documented sample, that uses a field of the answer. */
function callOf(id: string, sample: Sample | undefined): string {
  if (!sample) throw new Error(`${id} is like no operation with a sample.`);
  const { path, query, headers, body } = sample.request;
  const { "X-SERVICE-AUTH": _, ...own } = headers;
  const parts = Object.entries({ path, query, headers: own }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const request = JSON.stringify({
    ...Object.fromEntries(parts),
    ...(body !== undefined && { body }),
  });
  const [field = ""] = Object.keys(sample.response.body as object);
  return [
    `export async function ${id}() {`,
    `  const answer = await client.${id}(${request});`,
    `  return answer.status === 200 ? answer.body.${field} : answer.body.errorCode;`,
    `}`,
  ].join("\n");
}
