import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { styleTokens } from "@contract-toolkit/contract";
import { defineConfig } from "vitepress";
import llms from "vitepress-plugin-llms";

/** The folder that `stageSite` has written. */
const folder = process.env["SITE_SOURCE"] ?? "";

/** The colours and fonts of all pages, by the names of VitePress. It switches the colour scheme by a class. */
const theme = `${styleTokens}
:root { color-scheme: light; --vp-font-family-base: var(--sans); --vp-font-family-mono: var(--mono); --vp-c-brand-1: var(--accent); --vp-c-brand-2: var(--accent); --vp-c-brand-3: var(--accent); --vp-button-brand-text: var(--on-accent); --vp-button-brand-hover-text: var(--on-accent); --vp-c-text-1: var(--text); --vp-c-text-2: var(--quiet); --vp-c-bg: var(--raised); --vp-c-bg-alt: var(--page); --vp-c-divider: var(--line); --vp-code-lang-color: var(--quiet); }
.VPHero.VPHero :is(.main, .name, .text, .tagline) { max-width: none; }
.dark { color-scheme: dark; }`;

/** Changes of components of VitePress that axe has findings about. Each file must still have its text. */
const changes = {
  // A button inside a button. The outer one does the same.
  "VPSidebarItem.vue": [/role="button"\s+aria-label="toggle section"([^]*?)tabindex="0"/, "$1"],
  // The home page and the page for unknown addresses have no landmark.
  "VPContent.vue": [
    'id="VPContent"',
    `$& :role="page.isNotFound || frontmatter.layout === 'home' ? 'main' : undefined"`,
  ],
  // The name of the button below contains its texts, which have no space between them.
  "VPNavBarSearchButton.vue": [">K<", "> K<"],
};

const accessible = {
  name: "accessible",
  enforce: "pre",
  transform(code, id) {
    const [found, changed] = changes[basename(id)] ?? ["", ""];
    const text = code.replace(found, changed);
    if (text === code && found !== "") throw new Error(`${id} lacks ${found}`);
    return text;
  },
};

/** The settings of VitePress. */
export default defineConfig({
  title: "Contract toolkit",
  description: "One TypeSpec model for servers, clients and webhooks.",
  lang: "en",
  head: [["style", {}, theme]],
  cleanUrls: false,
  lastUpdated: false,
  // The pages of the reference are static files, which VitePress does not know.
  ignoreDeadLinks: [/^\/reference\//],
  markdown: {
    html: false,
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown) {
      // Vue must not evaluate double braces in texts as expressions.
      markdown.renderer.rules["text"] = (tokens, at) =>
        markdown.utils.escapeHtml(tokens[at]?.content ?? "").replaceAll("{{", "&#123;&#123;");
    },
  },
  // The hint is HTML, which pages show as text.
  vite: { plugins: [accessible, llms({ injectLLMHint: false })] },
  themeConfig: {
    search: {
      provider: "local",
      options: { translations: { button: { buttonAriaLabel: "Search K" } } },
    },
    notFound: { linkText: "Start", linkLabel: "Start" },
    sidebar: JSON.parse(readFileSync(join(folder, "sidebar.json"), "utf8")),
    nav: [
      { text: "Start", link: "/start" },
      { text: "Reference", link: "/reference/index.html", target: "_self" },
    ],
  },
});
