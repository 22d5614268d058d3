import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openSite } from "../../scripts/cli/docs/site.ts";
import { barriersOf, closeBrowser, openPage } from "../../server/gateway/tests/browser/browser.ts";
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
    // Decisions describe former states.
    if (source.includes("decisions/")) continue;
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
