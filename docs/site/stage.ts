import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { entriesOf, type Manifest } from "../../scripts/repository/packages/manifest.ts";
import { linkPage, withExamples } from "./links.ts";
import { type SiteGroup, type SitePage, writtenGroups } from "./pages.ts";

/** Folder of this repository. */
export const root = resolve(import.meta.dirname, "../..");

/** The groups of pages that are Markdown files of the repository. */
export function siteGroups(): SiteGroup[] {
  const decisions = readdirSync(join(root, "docs/decisions")).sort();
  return [
    ...writtenGroups,
    {
      title: "Decisions",
      pages: decisions.map((name) => {
        const source = `docs/decisions/${name}`;
        const [, title = name] = /^# (.*)$/m.exec(read(source)) ?? [];
        return { source, path: `decisions/${name.replace(/\.md$/, "")}`, title };
      }),
    },
  ];
}

/** The texts of the pages by path, and the dead links in them. */
export function linkSite(groups: readonly SiteGroup[]) {
  const pages: SitePage[] = groups.flatMap((group) => group.pages);
  const sources = new Map(
    pages.map((page) => [page.source, withExamples(root, page, read(page.source))]),
  );
  const linked = pages.map((page) => ({ page, ...linkPage(root, page, pages, sources) }));
  return {
    texts: new Map(linked.map(({ page, text }) => [page.path, text])),
    dead: linked.flatMap(({ dead }) => dead),
  };
}

/**
 * Writes the source of the site for VitePress: pages, options of the commands, API of the packages, and the reference.
 *
 * @throws {Error} when a link is dead
 */
export function stageSite(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  const groups = siteGroups();
  const { texts, dead } = linkSite(groups);
  if (dead.length > 0) throw new Error(dead.join("\n"));
  for (const [path, text] of texts) write(folder, `${path}.md`, text);
  write(folder, "index.md", homePage);
  write(folder, "options.md", optionsPage());
  writeApi(join(folder, "api"));
  cpSync(join(root, "docs/pictures"), join(folder, "public/docs/pictures"), { recursive: true });
  contract("docs", "generated", "--out", join(folder, "public/reference"));
  const sidebar = [
    ...groups.map(({ title, pages }) => ({
      text: title,
      collapsed: title === "Decisions",
      items: pages.map(({ title: text, path }) => ({ text, link: `/${path}` })),
    })),
    {
      text: "Generated",
      items: [
        { text: "Options of the commands", link: "/options" },
        { text: "API of the packages", link: "/api/" },
      ],
    },
  ];
  write(folder, "sidebar.json", JSON.stringify(sidebar));
  const config = JSON.stringify(join(import.meta.dirname, "config.js"));
  write(folder, ".vitepress/config.js", `export { default } from ${config};\n`);
}

const homePage = `---
layout: home
hero:
  name: One contract
  text: for servers, clients and webhooks
  tagline: One TypeSpec model generates documents, a typed client and a validating server, and tests all of them.
  actions:
    - { theme: brand, text: Start, link: /start }
    - { theme: alt, text: Reference, link: /reference/index.html, target: _self }
features:
  - { title: Breaks are shown, details: Each breaking change comes with a message that the old contract allows and the new one refuses., link: /diff }
  - { title: Responses are validated, details: "Before they are sent, streams included.", link: /server }
  - { title: Everything is tested, details: "Servers, clients and webhook receivers in any language.", link: /tools/conformance }
  - { title: Findings have a line, details: Each names the TypeSpec file and line that it comes from., link: /architecture }
---

![The contract command generates, plays samples and shows a break](/docs/pictures/terminal.svg)
`;

/** The output of `--help` of each verb. */
function optionsPage(): string {
  const usage = contract("--help");
  const verbs = [...usage.matchAll(/^ {2}([a-z]+) {2,}/gm)].map(([, verb = ""]) => verb);
  const help = verbs.map((verb) => `## contract ${verb}\n\n${block(contract(verb, "--help"))}`);
  return `# Options of the commands\n\n${block(usage)}\n${help.join("\n")}`;
}

function block(text: string): string {
  return `\`\`\`\`text\n${text.trim()}\n\`\`\`\`\n`;
}

function writeApi(out: string): void {
  const entryPoints = packagesWithApi.flatMap((folder) =>
    entriesOf(JSON.parse(read(`${folder}/package.json`)) as Manifest)
      .filter((path) => path.endsWith(".ts"))
      .map((path) => join(root, folder, path)),
  );
  const options = {
    entryPoints,
    tsconfig: join(root, "tsconfig.json"),
    plugin: ["typedoc-plugin-markdown"],
    entryFileName: "index",
    out,
    name: "API of the packages",
    readme: "none",
    disableSources: true,
    skipErrorChecking: true,
    excludeExternals: true,
    excludeInternal: true,
    hideBreadcrumbs: true,
    useCodeBlocks: true,
    logLevel: "Error",
  };
  const file = join(dirname(out), "typedoc.json");
  writeFileSync(file, JSON.stringify(options));
  run(join(root, "node_modules/typedoc/bin/typedoc"), ["--options", file]);
  rmSync(file);
}

const packagesWithApi = [
  "contract",
  "client",
  "client/runtime",
  "server/skeleton",
  "conformance",
  "spec/library",
];

function contract(...args: string[]): string {
  return run(join(root, "scripts/cli/contract.ts"), args);
}

function run(program: string, args: readonly string[]): string {
  return execFileSync(process.execPath, [program, ...args], { cwd: root, encoding: "utf8" });
}

function read(source: string): string {
  return readFileSync(join(root, source), "utf8");
}

function write(folder: string, path: string, text: string): void {
  const file = join(folder, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
