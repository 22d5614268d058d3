import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { isBuiltin } from "node:module";
import { tmpdir } from "node:os";
import { basename, delimiter, join, matchesGlob, resolve } from "node:path";
import { publint } from "publint";
import { preProcessFile } from "typescript";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { callback, now, secret, signed } from "../../../client/testing/callbacks.ts";
import { page } from "../../../client/testing/sample-messages.ts";
import { json, serve } from "../../../client/runtime/testing/serve.ts";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { blocksOf } from "../../../docs/tests/readme.ts";
import { packages } from "../packages/manifest.ts";
import {
  archiveName,
  installPackages,
  linkPackages,
  type PublishedManifest,
} from "../packages/testing/installed-packages.ts";
import { measureInstalled } from "../packages/testing/installed-size.ts";
import { run } from "../packages/testing/run.ts";

const repository = resolve(import.meta.dirname, "../../..");
const installed = await installPackages();
const manifests = [...installed.manifests.values()];

afterAll(() => {
  installed[Symbol.dispose]();
});

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

test.each(manifests)("$name passes publint", async ({ name }) => {
  const pkgDir = join(installed.folder, "node_modules", name);
  const { messages } = await publint({ pkgDir, pack: false, strict: true });
  // The template of a project has a test, and needs it.
  expect(messages.filter(({ code }) => code !== "USE_FILES")).toEqual([]);
});

test("the types of every package are right for every program that can load it", async () => {
  const archives = manifests.map(({ name }) => join(installed.packed, archiveName(name)));
  // In this process, vitest would load the sources of the checker, which are not published to be run.
  const args = ["--input-type=module", "--eval", typesProgram, ...archives];
  const { stdout, text } = await run(import.meta.dirname, process.execPath, ...args);
  expect(stdout, text).toBe(`${archives.length} packages\n`);
});

/**
 * Prints what the checker finds. The packages are ES modules: a compiler must know `exports`, and `require` loads them since
 * Node.js 22, so what older programs find does not matter.
 */
const typesProgram = `
import { readFileSync } from "node:fs";
import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";

const archives = process.argv.slice(1);
for (const archive of archives) {
  const { types, problems } = await checkPackage(createPackageFromTarballData(readFileSync(archive)));
  if (!types && !/-create-/.test(archive)) console.log(archive, "has no types");
  for (const problem of problems ?? [])
    if (!["node10", "node16-cjs"].includes(problem.resolutionKind)) console.log(archive, problem);
}
console.log(archives.length, "packages");
`;

test.each(packages)(
  "the README of $manifest.name says its installed size",
  ({ folder, manifest }) => {
    const readme = readFileSync(join(repository, folder, "README.md"), "utf8");
    const [, size, count] = /^Installed with all .*: ([\d.]+) MB in (\d+) /m.exec(readme) ?? [];
    const measured = measureInstalled(join(installed.folder, "node_modules", manifest.name));
    expect(Number(count)).toBe(measured.packages);
    const tolerance = 0.05 + measured.megabytes / 20;
    expect(Math.abs(Number(size) - measured.megabytes), `${measured.megabytes} MB`).toBeLessThan(
      tolerance,
    );
  },
);

test.each(manifests)("$name has no tests and no TypeScript sources", ({ name }) => {
  const files = globSync("**/*.ts", { cwd: join(installed.folder, "node_modules", name) });
  const isSource = (file: string) => !file.endsWith(".d.ts") || /\.test\./.test(file);
  expect(files.filter((file) => !/(^|\/)template\//.test(file) && isSource(file))).toEqual([]);
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

const entries = manifests.flatMap(entryNames);

/** The import names of a package. */
function entryNames({ name, exports }: PublishedManifest): string[] {
  return Object.entries(exports)
    .filter(([, entry]) => typeof entry !== "string")
    .map(([path]) => name + path.slice(1));
}

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
    Object.keys(dependencies).filter((dependency) => installed.manifests.has(dependency) === isOwn),
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
    existsSync(join(installed.folder, "node_modules/@contract-toolkit/api-reference/scalar.js")),
  ).toBe(true);
  expect(reference, text).toMatch(/\bindex\.html .*\bstart\.js/);
});

/** Fetches the inspector page and every file it links to. */
const pageProgram = `
import { once } from "node:events";
import { createServer } from "node:http";
import { createRecorder, createRequestsPage } from "@contract-toolkit/inspector";
import { createReference } from "@contract-toolkit/api-reference";

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
import { createLists } from "payment-gateway-client/lists";
import { responseValidation } from "payment-gateway-client/validate";
import { verifyCallback } from "payment-gateway-client/webhooks";

const { baseUrl, secret, body, headers, now } = JSON.parse(process.argv[1]);
const client = createClient({ baseUrl, token: "<JWT>", validate: responseValidation });
for await (const { orderId } of createLists(client).listTransactions()) console.log(orderId);
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
