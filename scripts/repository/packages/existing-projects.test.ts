import { spawn } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, dirname, join, resolve } from "node:path";
import { afterAll, expect, onTestFinished, test } from "vitest";
import { full } from "../../../server/gateway/testing/long-test.ts";
import { follow } from "../../../server/skeleton/testing/running-process.ts";
import { installPackages } from "./testing/installed-packages.ts";
import { run } from "./testing/run.ts";

const installed = await installPackages();
const modules = join(installed.folder, "node_modules");
const cli = join(modules, "@contract-toolkit/cli/contract.js");

/** npm installs nothing, because everything is linked. */
const programs = join(installed.folder, "programs");
mkdirSync(programs);
const npm = `#!/bin/sh\ntest "$1" = install || PATH="\${PATH#*:}" exec npm "$@"\n`;
writeFileSync(join(programs, "npm"), npm, { mode: 0o755 });

afterAll(() => {
  installed[Symbol.dispose]();
});

/** A form that the modules of an application have. */
interface Form {
  readonly app: string;
  readonly type: string;
  readonly imports: string;
  readonly tsconfig?: object;
  /** The program that runs, if the application is compiled. */
  readonly main?: string;
}

const forms: Readonly<Record<string, Form>> = {
  "JavaScript, ES modules": {
    app: "app.js",
    type: "module",
    imports: `import express from "express";`,
  },
  "JavaScript, CommonJS": {
    ...{ app: "src/app.js", type: "commonjs" },
    imports: `const express = require("express");`,
  },
  "TypeScript, ES modules": {
    ...{ app: "src/app.ts", type: "module", imports: `import express from "express";` },
    tsconfig: { module: "nodenext", allowImportingTsExtensions: true, noEmit: true },
  },
  "TypeScript, CommonJS": {
    ...{ app: "src/app.ts", type: "commonjs", imports: `import express from "express";` },
    ...{
      main: "dist/app.js",
      tsconfig: {
        module: "nodenext",
        outDir: "dist",
        rootDir: "src",
        esModuleInterop: true,
      },
    },
  },
};

const express4 = "express-4";
/** In an ordinary run each form and each version once. */
const ordinary = [
  ["JavaScript, ES modules", "express"],
  ["JavaScript, CommonJS", express4],
  ["TypeScript, ES modules", express4],
  ["TypeScript, CommonJS", "express"],
] as const;
const every = Object.keys(forms).flatMap((form) => [
  [form, "express"] as const,
  [form, express4] as const,
]);

test.each(full ? every : ordinary)(
  "contract init validates an application: %s on %s",
  async (name, express) => {
    const form = forms[name] as Form;
    const project = makeProject(form, express);
    project.write("spec/main.tsp", books);
    await addContract(project, form, "--from", "spec/main.tsp");
    expect(project.read("contract/spec/main.tsp")).toBe(books);
    if (form.tsconfig) expect(await project.npm("build")).toMatchObject({ status: 0 });
    if (full) expect(await project.npm("contract:check")).toMatchObject({ status: 0 });

    const url = await project.start(form.main ?? form.app);
    const get = async (path: string) => {
      const response = await fetch(new URL(path, url));
      return [response.status, JSON.parse(await response.text()) as unknown];
    };
    expect(await get("/books/night")).toEqual([200, { title: "night" }]);
    expect(await get("/books/far-too-long")).toMatchObject([400, { status: 400 }]);
    expect(await get("/books/wrong")).toMatchObject([500, { status: 500 }]);
    expect(await get("/members")).toEqual([200, ["Ada"]]);
  },
);

test("without a specification there is an example, and with --from an OpenAPI document", async () => {
  const form = forms["JavaScript, ES modules"] as Form;
  const example = makeProject(form, "express");
  await addContract(example, form);
  expect((await fetch(`${await example.start(form.app)}/example/${"a".repeat(41)}`)).status).toBe(
    400,
  );

  const imported = makeProject(form, "express");
  imported.write("books.yaml", document);
  await addContract(imported, form, "--from", "books.yaml");
  expect((await fetch(`${await imported.start(form.app)}/books/far-too-long`)).status).toBe(400);
});

/** Runs `contract init`, which changes no file but package.json, and adds the lines that it prints. */
async function addContract(
  { contract, read, write }: ReturnType<typeof makeProject>,
  { app }: Form,
  ...args: string[]
): Promise<void> {
  const [before, tsconfig] = [read(app), read("tsconfig.json")];
  const { status, stdout, text } = await contract("init", "--yes", "--json", ...args);
  expect(status, text).toBe(0);
  expect([read(app), read("tsconfig.json")]).toEqual([before, tsconfig]);
  const { lines } = JSON.parse(stdout) as { lines: { place: string; line: string }[] };
  const [mounted, used] = lines.map(({ line }) => line);
  const rows = before.split("\n");
  const at = Number(/below line (\d+)/.exec(lines[1]?.place ?? "")?.[1]);
  write(app, [mounted, ...rows.slice(0, at), used, ...rows.slice(at)].join("\n"));
  expect(await contract("init", "--yes")).toMatchObject({ status: 2 });
}

/** Makes a project with an application, whose dependencies are installed. */
function makeProject({ app, type, imports, tsconfig }: Form, express: string) {
  const folder = mkdtempSync(join(installed.folder, "app-"));
  const write = (path: string, text: string) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  };
  const dependencies = { express: express === express4 ? "^4.21.2" : "^5.1.0" };
  const compiler = tsconfig && {
    devDependencies: { typescript: "^7.0.2", "@types/express": "^5.0.0" },
  };
  const scripts = tsconfig && { scripts: { build: "tsc" } };
  write(
    "package.json",
    JSON.stringify({ name: "shop", type, ...scripts, dependencies, ...compiler }),
  );
  if (tsconfig)
    write(
      "tsconfig.json",
      JSON.stringify({ compilerOptions: { ...options, ...tsconfig }, include: ["src"] }),
    );
  write(app, `${imports}\n${routes}`);
  const links = {
    ...{ "@contract-toolkit": join(modules, "@contract-toolkit"), ".bin/contract": cli },
    ...{
      express: resolve("node_modules", express),
      typescript: resolve("node_modules/typescript-7"),
    },
    ".bin/tsc": resolve("node_modules/typescript-7/bin/tsc"),
    ...Object.fromEntries(
      ["@types", "@typespec"].map((name) => [name, resolve("node_modules", name)]),
    ),
  };
  for (const [path, target] of Object.entries(links)) {
    mkdirSync(dirname(join(folder, "node_modules", path)), { recursive: true });
    symlinkSync(target, join(folder, "node_modules", path));
  }
  const command = (...args: readonly [string, ...string[]]) =>
    run(
      folder,
      "env",
      `PATH=${[programs, dirname(process.execPath), process.env["PATH"]].join(delimiter)}`,
      ...args,
    );
  return {
    write,
    read: (path: string) =>
      existsSync(join(folder, path)) ? readFileSync(join(folder, path), "utf8") : "",
    contract: (...args: string[]) => command(process.execPath, cli, ...args),
    npm: (script: string) => command("npm", "run", script),
    async start(file: string): Promise<string> {
      const server = follow(spawn(process.execPath, [file], { cwd: folder }));
      onTestFinished(async () => void (await server.end("SIGKILL")));
      return (await server.printed(/http:\S+/))[0];
    },
  };
}

/** Settings that a compiled application usually has. */
const options = { target: "es2023", lib: ["es2023", "dom"], strict: true, skipLibCheck: true };

const routes = `
const app = express();
app.disable("x-powered-by");
app.use(express.json());
app.get("/books/:id", ({ params: { id } }, response) => {
  response.json(id === "wrong" ? { titel: id } : { title: id });
});
app.get("/members", (_request, response) => void response.json(["Ada"]));
const server = app.listen(0, "127.0.0.1", () => {
  const address = server.address();
  if (address !== null && typeof address !== "string") console.log("http://127.0.0.1:" + address.port);
});
`;

const books = `import "@typespec/http";
using Http;

@service(#{ title: "Lending" })
namespace Lending;

@route("/books/{id}")
@get
op readBook(@path @maxLength(9) id: string): { title: string };
`;

const document = `
openapi: 3.0.3
info: { title: Lending, version: 1.0.0 }
paths:
  /books/{id}:
    get:
      operationId: readBook
      parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 9 } }]
      responses:
        "200":
          description: A book.
          content: { application/json: { schema: { type: object, properties: { title: { type: string } } } } }
`;
