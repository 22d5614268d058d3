import { execFile, execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, matchesGlob, resolve } from "node:path";
import { promisify } from "node:util";
import { preProcessFile } from "typescript";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { callback, now, secret, signed } from "../../../client/testing/callbacks.ts";
import { page } from "../../../client/testing/sample-messages.ts";
import { json, serve } from "../../../client/runtime/testing/serve.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { blocksOf } from "../../../docs/tests/readme.ts";
import { entryNames, installPackages, linkPackages, type PublishedManifest } from "./installed.ts";

const repository = resolve(import.meta.dirname, "../../..");
const installed = installPackages();
const manifests = [...installed.manifests.values()];

afterAll(() => {
  installed[Symbol.dispose]();
});

/** Runs a command with the Node.js of this repository first in the PATH. */
async function run(cwd: string, command: string, ...args: readonly string[]) {
  const path = [dirname(process.execPath), process.env["PATH"]].join(delimiter);
  // Otherwise the test runner of Node.js in the project believes that it is part of another run.
  const own = { PATH: path, NODE_TEST_CONTEXT: undefined, NODE_ENV: undefined };
  const started = promisify(execFile)(command, args, { cwd, env: { ...process.env, ...own } });
  const ended = await started.catch(
    (error: unknown) => error as { code: number; stdout: string; stderr: string },
  );
  const { stdout, stderr } = ended;
  return { status: "code" in ended ? ended.code : 0, stdout, text: stdout + stderr };
}

function packageOf(specifier: string): string {
  return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

test.each(manifests)(
  "$name declares what it imports",
  ({ name, dependencies, peerDependencies }) => {
    const folder = join(installed.folder, "node_modules", name);
    // Nobody imports the types of a page's modules.
    const exclude = ["**/browser/*.d.ts"];
    const texts = globSync("**/*.{js,d.ts}", { cwd: folder, exclude }).map((file) =>
      readFileSync(join(folder, file), "utf8"),
    );
    const imported = texts
      .flatMap((text) => preProcessFile(text).importedFiles)
      .map(({ fileName }) => fileName)
      .filter((specifier) => !specifier.startsWith(".") && !isBuiltin(specifier));
    const declared = Object.keys({ ...dependencies, ...peerDependencies });
    const undeclared = imported.map(packageOf).filter((text) => !declared.includes(text));
    expect([...new Set(undeclared)]).toEqual([]);
  },
);

test.each(manifests)("$name has no tests and no TypeScript sources", ({ name }) => {
  const files = globSync("**/*.ts", { cwd: join(installed.folder, "node_modules", name) });
  const isSource = (file: string) => !file.endsWith(".d.ts") || /\.test\./.test(file);
  expect(files.filter((file) => !file.includes("/template/") && isSource(file))).toEqual([]);
});

test.each(["scripts/cli/README.md", "client/README.md", "contract/README.md"])(
  "the install commands of %s name all unpublished packages, peer dependencies and Node.js",
  async (file) => {
    const blocks = await blocksOf(file, "sh");
    expect(blocks).not.toContainEqual(expect.stringMatching(/\.tgz[^]*^npm install [@\w]/m));
    const text = blocks.join("").replaceAll("\\\n", " ");
    const lines = text.split("\n").filter((line) => line.startsWith("npm install "));
    expect(lines).not.toEqual([]);
    const available: PublishedManifest[] = [];
    for (const line of lines) {
      const words = line.split(/ +/).slice(2);
      const archives = words.filter((word) => word.endsWith(".tgz")).map((word) => basename(word));
      const isNamed = ({ name }: Pick<PublishedManifest, "name">) =>
        archives.length === 0
          ? words.includes(name)
          : archives.some((glob) => matchesGlob(archiveName(name), glob));
      const named = manifests.filter(isNamed);
      expect(named, line).not.toEqual([]);
      available.push(...named);
      if (words.includes("express") || named.some(({ name }) => name.endsWith("/skeleton")))
        expect(words, "npm would move dependencies").not.toContain("--save-dev");
      for (const { dependencies, peerDependencies, peerDependenciesMeta, bin } of named) {
        const own = manifests.filter(({ name }) => dependencies?.[name] !== undefined);
        if (archives.length > 0) expect(available).toEqual(expect.arrayContaining(own));
        const peers = Object.entries(peerDependencies ?? {}).filter(
          ([name]) => !peerDependenciesMeta?.[name]?.optional,
        );
        expect(words).toEqual(expect.arrayContaining(peers.map((peer) => peer.join("@"))));
        if (bin && "contract" in bin) expect(words).toContain("node@24");
      }
    }
  },
);

const archiveName = (name: string) => `${name.replace("@", "").replace("/", "-")}-0.1.0.tgz`;

const entries = manifests.flatMap(entryNames);

test("every entry can be imported", async () => {
  expect(entries.length).toBeGreaterThan(10);
  const program = `for (const name of ${JSON.stringify(entries)}) console.log(Object.keys(await import(name)).length);`;
  writeFileSync(join(installed.folder, "entries.mjs"), program);
  const { stdout, text } = await run(installed.folder, process.execPath, "entries.mjs");
  const counts = stdout.trim().split("\n").map(Number);
  expect(counts, text).toHaveLength(entries.length);
  expect(counts).not.toContain(0);
});

test.each(full ? ["typescript-7", "typescript", "typescript-6"] : [])(
  "the declarations typecheck under %s",
  async (compiler) => {
    const imports = entries.map((name, index) => `import * as e${index} from "${name}";\n`);
    writeFileSync(join(installed.folder, "entries.ts"), `${imports.join("")}export {};\n`);
    const tsc = join(repository, "node_modules", compiler, "bin/tsc");
    const options = ["--noEmit", "--strict", "--skipLibCheck", "false", "--module", "nodenext"];
    const libraries = ["--target", "es2022", "--lib", "es2024,dom,dom.iterable", "--types", "node"];
    const args = [tsc, ...options, ...libraries, "entries.ts"];
    expect(await run(installed.folder, process.execPath, ...args)).toMatchObject({ status: 0 });
  },
);

test("the package diff compares two OpenAPI documents in a folder without TypeSpec", async () => {
  const folder = mkdtempSync(join(tmpdir(), "compared-"));
  onTestFinished(() => {
    rmSync(folder, { recursive: true });
  });
  copyPackage("@contract-toolkit/diff", folder);
  expect(readdirSync(join(folder, "node_modules"))).not.toContain("@typespec");
  const [program = ""] = await blocksOf("scripts/diff/README.md", "js");
  writeFileSync(join(folder, "compare.mjs"), program);
  const document = (path: string) => ({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1.0.0" },
    paths: { [path]: { get: { responses: { 200: { description: "Notes." } } } } },
  });
  writeFileSync(join(folder, "old.yaml"), JSON.stringify(document("/notes")));
  writeFileSync(join(folder, "new.yaml"), JSON.stringify(document("/memos")));
  const { stdout, text } = await run(folder, process.execPath, "compare.mjs");
  expect(stdout, text).toContain("GET /notes");
});

/** Copies an installed package with those of this repository that it needs, and links the other packages. */
function copyPackage(name: string, folder: string): void {
  const target = join(folder, "node_modules", name);
  if (existsSync(target)) return;
  cpSync(join(installed.folder, "node_modules", name), target, { recursive: true });
  const { dependencies = {} } = installed.manifests.get(name) ?? {};
  const [own, foreign] = [true, false].map((isOwn) =>
    Object.keys(dependencies).filter(
      (dependencyName) => installed.manifests.has(dependencyName) === isOwn,
    ),
  );
  for (const text of own ?? []) copyPackage(text, folder);
  linkPackages(folder, foreign ?? []);
}

test("a CommonJS application compiles with the modules that the guide names", async () => {
  const app = join(installed.folder, "commonjs");
  cpSync("docs/examples/express", app, { recursive: true });
  writeFileSync(join(app, "package.json"), '{ "type": "commonjs" }');
  linkPackages(installed.folder, ["@types/node"]);
  const server = join(app, "server.ts");
  // CommonJS has no `await` outside of functions.
  const code = readFileSync(server, "utf8").replace("await once", "void once");
  writeFileSync(server, code);
  const guide = readFileSync("docs/guides/express.md", "utf8");
  const [, shell = ""] = /```sh\n(echo [^]*?)```/.exec(guide) ?? [];
  const cli = join(installed.folder, "node_modules/@contract-toolkit/cli/contract.js");
  mkdirSync(join(app, "generated"), { recursive: true });
  const commands = shell.replace("npx contract", `"${process.execPath}" "${cli}"`);
  expect(await run(app, "sh", "-ec", commands)).toMatchObject({ status: 0 });
  const compile = async (module: string) => {
    const options = ["--module", module, "--strict", "--noEmit", "--allowImportingTsExtensions"];
    const libraries = ["--target", "es2022", "--lib", "es2024,dom", "--types", "node"];
    const tsc = join(repository, "node_modules/typescript-7/bin/tsc");
    return (await run(app, process.execPath, tsc, ...options, ...libraries, "server.ts")).text;
  };
  const named = [...guide.matchAll(/`"?(node(?:\d+|next))"?`/g)].map(([, name = ""]) => name);
  expect(named).toEqual(["nodenext", "node16", "node18"]);
  for (const name of named)
    expect((await compile(name)).includes("TS1479"), name).toBe(/1[68]/.test(name));
});

test("the command runs", async () => {
  const command = join(installed.folder, "node_modules/@contract-toolkit/cli/contract.js");
  const { stdout } = await run(installed.folder, process.execPath, command, "--help");
  expect(stdout).toContain("contract <verb> [options]");
});

test(
  "the client runs on every installed Node.js that it declares",
  { timeout: 60_000 },
  async () => {
    const { engines } = installed.manifests.get("payment-gateway-client") ?? {};
    const [, least] = /^>=(\d+)$/.exec(engines?.node ?? "") ?? [];
    const declared = nodesOnPath().filter(({ major }) => major >= Number(least));
    expect(declared.map(({ path }) => path)).toContain(realpathSync(process.execPath));
    const { baseUrl } = await serve((response, count) => {
      json(response, 200, count % 2 === 1 ? page(1, 1) : { transactions: [] });
    });
    const body = callback();
    const given = JSON.stringify({ baseUrl, secret, body, headers: signed(body), now });
    for (const { path } of declared) {
      const args = ["--input-type=module", "--eval", program, given];
      const stdout = "A-1\norder.payment\nresponse-validation\n";
      expect(await run(installed.folder, path, ...args), path).toMatchObject({ status: 0, stdout });
    }
  },
);

test("the sandbox runs as its README says, with the console and the reference", async () => {
  const [snippet = ""] = await blocksOf("server/gateway/README.md", "ts");
  const pages = `
    const headers = { accept: "text/html" };
    const { status } = await fetch(sandbox.url + "/console/assets/inspector/browser/parts.js");
    console.log(status, (await fetch(sandbox.url + "/docs/", { headers })).status);
    await sandbox.stop();`;
  const program = snippet.replace("await sandbox.stop();", pages);
  writeFileSync(join(installed.folder, "sandbox.ts"), program);
  const { status, text } = await run(installed.folder, process.execPath, "sandbox.ts");
  expect(text).toMatch(/status: 'success'[^]*200 200/);
  expect(status).toBe(0);
});

test("the browser pages have all their files", async () => {
  const args = ["--input-type=module", "--eval", pageProgram];
  const contract = join(repository, "generated/gateway");
  const { stdout, text } = await run(installed.folder, process.execPath, ...args, contract);
  const [inspector, reference] = stdout.trim().split("\n");
  expect(inspector, text).toMatch(/200 .*\bmain\.js .*\bstyle\.css/);
  expect(
    existsSync(join(installed.folder, "node_modules/@contract-toolkit/reference/scalar.js")),
  ).toBe(true);
  expect(reference, text).toMatch(/\bindex\.html .*\bstart\.js/);
});

/** Fetches the inspector page and every file it links to. */
const pageProgram = `
import { once } from "node:events";
import { createServer } from "node:http";
import { createRecorder, createRequestsPage } from "@contract-toolkit/inspector";
import { createReference } from "@contract-toolkit/reference";

const page = createRequestsPage(createRecorder(), "/requests");
const server = createServer((request, response) => page(request, response, () => response.end())).listen(0, "127.0.0.1");
await once(server, "listening");
const response = await fetch("http://127.0.0.1:" + server.address().port + "/requests");
const found = [];
const ask = async (url) => {
  if (found.includes(url)) return;
  found.push(url);
  const response = await fetch(url);
  if (!response.ok) throw new Error(url + " " + response.status);
  const links = (await response.text()).matchAll(/(?:(?:href|src)=|\\bfrom |^import )"([^":]+)"/gm);
  for (const [, link] of links) await ask(new URL(link, url).href);
};
await ask(response.url);
server.close();
console.log(response.status, found.map((url) => url.split("/").at(-1)).toSorted().join(" "));
console.log([...(await createReference([process.argv[1]])).keys()].toSorted().join(" "));
`;

/** Uses every entry of the installed client. */
const program = `
import { createClient } from "payment-gateway-client";
import { paginate } from "payment-gateway-client/pagination";
import { responseValidation } from "payment-gateway-client/validate";
import { verifyCallback } from "payment-gateway-client/webhooks";

const { baseUrl, secret, body, headers, now } = JSON.parse(process.argv[1]);
const client = createClient({ baseUrl, token: "<JWT>", validate: responseValidation });
for await (const { orderId } of paginate(client)) console.log(orderId);
const callback = await verifyCallback(body, { secret, headers, now: new Date(now) });
console.log(callback.event.kind);
const signal = AbortSignal.timeout(30_000);
await client.listTransactions({}, { signal }).catch(({ code }) => console.log(code));
`;

/** This Node.js and each one in the PATH. */
function nodesOnPath(): readonly { path: string; major: number }[] {
  const found = (process.env["PATH"] ?? "").split(delimiter).map((folder) => join(folder, "node"));
  const paths = [process.execPath, ...found.filter((path) => existsSync(path))];
  return [...new Set(paths.map((path) => realpathSync(path)))].map((path) => {
    const version = execFileSync(path, ["--version"], { encoding: "utf8" });
    return { path, major: Number(/^v(\d+)/.exec(version)?.[1]) };
  });
}

const pets = `
openapi: 3.0.3
info: { title: Pets, version: 1.0.0 }
paths:
  /pets/{id}:
    get:
      operationId: getPet
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]
      responses:
        "200":
          description: A pet.
          content: { application/json: { schema: { $ref: "#/components/schemas/Pet" } } }
        "400": { description: Refused. }
components:
  schemas:
    Pet: { type: object, required: [id], properties: { id: { type: string, maxLength: 9 } } }
`;

/** These tests change the installed packages, so they are last. */
describe("a new project", () => {
  const project = join(installed.folder, "notes");
  const modules = join(installed.folder, "node_modules");
  const cli = join(modules, "@contract-toolkit/cli/contract.js");

  function read(file: string): string {
    return readFileSync(join(project, file), "utf8");
  }

  function change(file: string, edit: (text: string) => string): void {
    const text = read(file);
    const changed = edit(text);
    expect(changed).not.toBe(text);
    writeFileSync(join(project, file), changed);
  }

  /** Installs the compilers as npm does: the project has its own, and the command keeps the one it needs. */
  function installOwnCompiler(): void {
    const own = join(modules, "@contract-toolkit/cli/node_modules");
    mkdirSync(own);
    renameSync(join(modules, "typescript"), join(own, "typescript"));
    symlinkSync(resolve("node_modules/typescript-7"), join(modules, "typescript"));
  }

  /** The snippets of the project's README, in their order. */
  function snippets(): string[] {
    return [...read("README.md").matchAll(/^ {3}```tsp?\n(.*?)^ {3}```$/gms)].map(([, text = ""]) =>
      text.replaceAll(/^ {3}/gm, ""),
    );
  }

  test("passes its own checks", async () => {
    const args = [cli, "new", "notes", "--no-install"];
    const made = await run(installed.folder, process.execPath, ...args);
    expect(made.stdout).toContain("cd notes");
    const { dependencies, devDependencies } = JSON.parse(read("package.json")) as {
      dependencies: object;
      devDependencies: object;
    };
    linkPackages(installed.folder, Object.keys({ ...dependencies, ...devDependencies }));
    installOwnCompiler();
    mkdirSync(join(modules, ".bin"));
    symlinkSync(cli, join(modules, ".bin/contract"));
    symlinkSync(modules, join(project, "node_modules"));

    const [snippet = ""] = await blocksOf("client/runtime/README.md", "ts");
    writeFileSync(join(project, "client/as-in-readme.ts"), snippet.replaceAll("./gen", "../gen"));

    // An ordinary run checks the project only with the additions of its README.
    if (!full) return;
    expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });
    const tested = await run(project, "npm", "test");
    expect(tested.text).not.toMatch(/^failed/m);
    expect(tested).toMatchObject({ status: 0 });
    expect(tested.text).toMatch(/pass 2$/m);
  });

  test(
    "its README leads to a field and an operation that pass all checks",
    { timeout: 180_000 },
    async () => {
      const [field = "", sample = "", note = "", ...others] = snippets();
      const [operation = "", samples = "", handler = "", ...rest] = others;
      expect(rest).toEqual([]);
      change("spec/main.tsp", (text) =>
        text.replace(
          "  pinned?: boolean = false;\n",
          (text) => `${text}\n${field.replaceAll(/^(?=.)/gm, "  ")}`,
        ),
      );
      change("spec/samples.tsp", (text) =>
        text.replace("  writeNote,\n", (text) => text + sample.replaceAll(/^(?=.)/gm, "  ")),
      );
      if (full) {
        expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });
        const dropped = await run(project, "npm", "test");
        expect(dropped.status).toBe(1);
        expect(dropped.text).toContain("in-folder");
      }
      change("server/notes.ts", (text) =>
        text.replace(/^ *const note = \{.*\n/m, note.replaceAll(/^(?=.)/gm, "      ")),
      );
      change("spec/main.tsp", (text) => `${text}\n${operation}`);
      change("spec/samples.tsp", (text) => `${text}\n${samples}`);
      expect(await run(project, "npm", "run", "generate")).toMatchObject({ status: 0 });

      if (full) {
        const unhandled = await run(project, "npm", "test");
        expect(unhandled.status).toBe(1);
        expect(unhandled.text).toMatch(/server\/notes\.ts.*removeNote/);
      }

      change("server/notes.ts", (text) =>
        text.replace(
          "    writeNote(",
          (text) => `${handler.replaceAll(/^(?=.)/gm, "    ")}\n${text}`,
        ),
      );
      const tested = await run(project, "npm", "test");
      expect(tested.text).not.toMatch(/^failed/m);
      expect(tested).toMatchObject({ status: 0 });
      expect(tested.text).toMatch(/pass 2$/m);
      expect(read("generated/notes/types.ts")).toContain("folder?: string");
    },
  );

  test("a project begins with an OpenAPI document, and serves an operation with a handler", async () => {
    const programs = join(installed.folder, "programs");
    mkdirSync(programs);
    const npm = `#!/bin/sh
      if test "$1" = install; then ln -s "${modules}" node_modules; else exec npm "$@"; fi`;
    writeFileSync(join(programs, "npm"), npm.replace("exec npm", `PATH="\${PATH#*:}" exec npm`), {
      mode: 0o755,
    });
    writeFileSync(join(installed.folder, "pets.yaml"), pets);
    const create = join(modules, "@contract-toolkit/create/create.js");
    const path = [programs, dirname(process.execPath), process.env["PATH"]].join(delimiter);
    const args = ["env", `PATH=${path}`, process.execPath, create, "pets", "--from", "pets.yaml"];
    const made = await run(installed.folder, ...(args as [string, ...string[]]));
    expect(made.text).toContain("cd pets");
    expect(made.status).toBe(0);
    const folder = join(installed.folder, "pets");
    const text = readFileSync(join(folder, "server/pets.ts"), "utf8");
    const handler = `{ getPet: ({ path: { id } }, reply) => reply(200, { id }) }`;
    writeFileSync(join(folder, "server/pets.ts"), text.replace(/\{\};\n$/, `${handler};\n`));
    const tested = await run(folder, process.execPath, "--test", "test/contract.test.ts");
    expect(tested.text).toMatch(/pass 2$/m);
  });

  test("a folder that is not empty is refused", async () => {
    const again = await run(project, process.execPath, cli, "new", ".");
    expect(again.status).toBe(2);
    expect(again.text).toContain("is not empty");
  });
});
