import { mkdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, resolve } from "node:path";
import type { Sample } from "@contract-toolkit/contract";
import { readContract } from "../contracts.ts";
import type { Figure } from "../figures.ts";
import { estimate, measure } from "../paired.ts";
import { secondsOf } from "../processes.ts";
import type { Question } from "../question.ts";

/** How long a compiler takes for a file that calls every operation of a contract. */
export const types: Question = {
  about: "time to typecheck a file that calls 1,000 operations",
  sizes: [1_000],
  async measure({ folders, longRounds }): Promise<Figure[]> {
    const [[operations, folder] = [0, ""]] = folders;
    const project = await writeCalls(folder);
    const sides = compilers.map(([name, aim]) => ({ ...compilerOf(name), aim }));
    const costs = await measure(
      sides.map(({ name, command }) => ({
        name,
        sample: () => secondsOf([command, "--project", project]),
      })),
      { pairs: Math.min(longRounds, MOST_ROUNDS), warmUps: 1 },
    );
    return sides.map(({ name, aim }) => ({
      question: `types: a file that calls ${operations} operations`,
      name,
      unit: "s",
      better: "less",
      aim,
      ...estimate(costs.get(name) ?? []),
    }));
  },
};

/** Packages of the compilers, and the greatest time in seconds for 1,000 operations. */
const compilers = [
  ["typescript", 3],
  ["typescript-7", 1.5],
] as const;

const MOST_ROUNDS = 5;

function compilerOf(name: string): { name: string; command: string } {
  const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`);
  const { version, bin } = createRequire(manifest)(manifest) as {
    version: string;
    bin: { tsc: string };
  };
  return { name: `TypeScript ${version}`, command: resolve(dirname(manifest), bin.tsc) };
}

/** Writes a project that calls each operation once, with the request of a documented sample. */
async function writeCalls(folder: string): Promise<string> {
  const root = resolve(import.meta.dirname, "../..");
  const project = join(folder, "../../calls");
  const samples = JSON.parse(await readFile(join(folder, "samples.json"), "utf8")) as Sample[];
  const ids = Object.keys((await readContract(folder)).operations);
  await mkdir(project, { recursive: true });
  await writeFile(
    join(project, "calls.ts"),
    [
      `import { createContractClient } from ${JSON.stringify(join(root, "client/runtime/contract-client.ts"))};`,
      `import { operations, type Operations } from "../generated/gateway/operations.js";`,
      `const client = createContractClient<Operations>(operations, { baseUrl: "http://127.0.0.1" });`,
      ...ids.map((id) => callOf(id, samples)),
    ].join("\n"),
  );
  const typeRoots = [join(root, "node_modules/@types")];
  const config = {
    extends: join(root, "tsconfig.json"),
    compilerOptions: { types: ["node"], typeRoots },
    include: ["calls.ts"],
  };
  await writeFile(join(project, "tsconfig.json"), JSON.stringify(config));
  return project;
}

/** Writes a call that uses a field of the response. */
function callOf(id: string, samples: readonly Sample[]): string {
  const sample = samples.find(
    ({ operation, response }) => operation === id.replace(/\d+$/, "") && response.status === 200,
  );
  if (!sample) throw new Error(`${id} is not a copy of an operation with a sample.`);
  const { path, query, headers, body } = sample.request;
  const { "X-SERVICE-AUTH": _, ...own } = headers;
  const parts = Object.entries({ path, query, headers: own }).filter(
    ([, values]) => Object.keys(values).length > 0,
  );
  const request = { ...Object.fromEntries(parts), ...(body !== undefined && { body }) };
  const [field = ""] = Object.keys(sample.response.body as object);
  return [
    `export async function ${id}() {`,
    `  const result = await client.${id}(${JSON.stringify(request)});`,
    `  return result.status === 200 ? result.body.${field} : result.body.errorCode;`,
    `}`,
  ].join("\n");
}
