import { readdir, readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { parse } from "yaml";
import { main } from "../../scripts/cli/command-line.ts";
import { openSite } from "../../scripts/cli/docs/site.ts";
import { writeTemplate } from "../../scripts/cli/new/template.ts";
import { folderWith } from "../../scripts/cli/testing/folder.ts";
import { gitIn } from "../../scripts/cli/testing/git.ts";
import { pets } from "../../scripts/cli/testing/pets.ts";
import { printedBy } from "../../scripts/cli/testing/printed.ts";
import { barriersOf, closeBrowser, openPage } from "../../server/gateway/tests/browser/browser.ts";
import { blocksOf } from "./readme.ts";
import { linkSite, root, siteGroups } from "../site/stage.ts";

test("the documentation has no dead links", () => {
  expect(linkSite(siteGroups()).dead).toEqual([]);
});

test("every document is a page of the site", async () => {
  const sources = siteGroups().flatMap(({ pages }) => pages.map(({ source }) => source));
  for (const folder of ["docs", "docs/guides"])
    for (const name of await readdir(join(root, folder)))
      if (name.endsWith(".md")) expect(sources).toContain(`${folder}/${name}`);
});

test("scripts, verbs and options in commands on its pages exist", async () => {
  const manifest = await readFile(join(root, "package.json"), "utf8");
  const { scripts } = JSON.parse(manifest) as { scripts: Record<string, string> };
  const known = new Map<string, string>();
  const helpOf = async (verb: string) => {
    const module = (await import(`../../scripts/cli/commands/${verb}.ts`)) as { help: string };
    known.set(verb, module.help);
    return module.help;
  };
  for (const { source } of siteGroups().flatMap(({ pages }) => pages)) {
    const text = await readFile(join(root, source), "utf8");
    for (const [whole, script = ""] of text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g))
      expect(scripts, `${source}: ${whole}`).toHaveProperty([script]);
    for (const [whole, verb = "", rest = ""] of text.matchAll(/npx contract ([a-z]+)([^`\n]*)/g)) {
      const help = known.get(verb) ?? (await helpOf(verb));
      const [own = ""] = rest.split(" -- ");
      for (const [option] of own.matchAll(/--[a-z][a-z-]*/g))
        expect(`${help} --help`, `${source}: ${whole}`).toContain(option);
    }
  }
});

/** Commands of documents that are not run below: what runs them, or why nothing does. */
const elsewhere: readonly (readonly [commands: RegExp, why: string])[] = [
  [/^npm (ci|test)/, "readme-story.test.ts starts the gateway, and npm test runs this test"],
  [/^npm (create|install)|^export npm_|^npx @/, "packages of a registry; see projects.test.ts"],
  [/^npm start --prefix/, "examples.test.ts"],
  [/^(MODE|EDITOR_URL)=|^npm run --silent (partner|token)/, "bank.test.ts; main.test.ts"],
  [/pg_|postgres:|createdb|^npm run --silent backup|OTEL_/, "operations.test.ts; tracing.test.ts"],
  [/^npm run conformance|^node bench|^FULL=/, "they take minutes to hours"],
  [/--server http|--to http|--accept|contract dev/, "proxy.test.ts; diff.test.ts; dev.test.ts"],
  [/ main\.tsp|^npx tsc|^cp |^echo |contract import/, "packages.test.ts; import.test.ts"],
];

test("the commands of the documents run", async () => {
  const sources = siteGroups().flatMap(({ pages }) => pages.map(({ source }) => source));
  const pages = sources.filter((source) => /^[A-Z]+\.md|^docs\/(?!decisions)/.test(source));
  const blocks = await Promise.all(pages.map((page) => blocksOf(page, "sh")));
  const lines = blocks
    .flat()
    .join("")
    .replaceAll(/\\\n|^ +| +#.*$/gm, "")
    .trim()
    .split("\n");
  const unused = elsewhere.filter(([commands]) => !lines.some((line) => commands.test(line)));
  expect(unused).toEqual([]);
  const request = { method: "GET", url: "https://pets.example/api/v1/pets/1" };
  const entries = [{ request, response: { status: 404 } }];
  await using folder = await folderWith({
    "openapi.yaml": pets,
    "old.yaml": pets,
    "new.json": parse(pets) as object,
    "recording.har": { log: { entries } },
  });
  await writeTemplate(folder.path, '{ "type": "module" }');
  await symlink(join(root, "node_modules"), folder.of("node_modules"));
  const git = gitIn(folder.path);
  await printedBy(() => main(["generate"]), { folder: folder.path });
  git("init", "--initial-branch", "main");
  git("add", ".");
  git("commit", "--message", "First");
  git("tag", "v2.0.0");
  for (const line of new Set(lines)) {
    if (elsewhere.some(([commands]) => commands.test(line))) continue;
    const words = [...line.matchAll(/'([^']*)'|\S+/g)].map(([word, quoted]) => quoted ?? word);
    expect(words.slice(0, 2), line).toEqual(["npx", "contract"]);
    const printed = await printedBy(() => main(words.slice(2)), { folder: folder.path });
    expect(printed, line).toMatchObject({ status: 0 });
  }
});

test.runIf(process.env["FULL"] === "1")(
  "the site is built with a search index and llms.txt, and axe finds nothing",
  { timeout: 600_000 },
  async () => {
    const { url, close } = await openSite({ host: "127.0.0.1", port: 0 });
    onTestFinished(close);
    const file = (name: string) => readFile(join(root, "dist/site", name), "utf8");
    expect(await file("llms.txt")).toContain("/guides/webhooks.md");
    expect(await file("guides/webhooks.html")).toContain("verifyCallback");
    expect(await file("options.html")).toContain("contract replay");
    expect(await file("api/index.html")).toContain("server/skeleton");
    expect(await file("api/client/webhooks/index.html")).toContain("verifyCallback");
    // The search index is part of the site.
    const chunks = await readdir(join(root, "dist/site/assets/chunks"));
    expect(chunks.join()).toContain("@localSearchIndex");
    for (const name of ["index.html", "api/index.html", "reference/index.html"])
      expect(await file(name)).not.toMatch(/<(script|link|img)[^>]+(src|href)="https?:/);
    for (const name of ["index.html", "start.html"])
      expect(await file(name)).not.toMatch(/&lt;\/?(div|p|span|img)\b/);
    expect(await file("reference/gateway.json")).toContain("payOrder");
    onTestFinished(closeBrowser);
    const page = await openPage(url.origin);
    for (const name of ["", "404.html", "start.html", "guides/webhooks.html", "api/index.html"])
      for (const width of [1280, 375]) {
        await page.setViewportSize({ width, height: 800 });
        await page.goto(new URL(name, url).href);
        await page.getByRole("main").waitFor();
        expect(await barriersOf(page), name).toEqual([]);
      }
  },
);
