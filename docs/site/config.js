import { readFileSync } from "node:fs";
import { join } from "node:path";
import { defineConfig } from "vitepress";
import llms from "vitepress-plugin-llms";

/** The folder that `stageSite` has written. */
const folder = process.env["SITE_SOURCE"] ?? "";

/** The settings of VitePress. */
export default defineConfig({
  title: "Contract toolkit",
  description: "One TypeSpec model for servers, clients and webhooks.",
  lang: "en",
  cleanUrls: false,
  lastUpdated: false,
  // The pages of the reference are static files, which VitePress does not know.
  ignoreDeadLinks: [/^\/reference\//],
  markdown: {
    html: false,
    config(markdown) {
      // Vue must not evaluate double braces in texts as expressions.
      markdown.renderer.rules["text"] = (tokens, at) =>
        markdown.utils.escapeHtml(tokens[at]?.content ?? "").replaceAll("{{", "&#123;&#123;");
    },
  },
  // The hint is HTML, which pages show as text.
  vite: { plugins: [llms({ injectLLMHint: false })] },
  themeConfig: {
    search: { provider: "local" },
    sidebar: JSON.parse(readFileSync(join(folder, "sidebar.json"), "utf8")),
    nav: [
      { text: "Start", link: "/start" },
      { text: "Reference", link: "/reference/index.html", target: "_self" },
    ],
  },
});
