import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { SitePage } from "./pages.ts";

/** Replaces paragraphs that are only a link to a file of the examples by the content of the file. */
export function withExamples(root: string, { source }: SitePage, text: string): string {
  return text.replaceAll(
    /^\[[^\]]*\]\((\S*examples\/\S+\.(ts|tsp))\)$/gm,
    (_, target: string, language: string) => {
      const code = readFileSync(join(root, dirname(source), target), "utf8").trimEnd();
      return `\`\`\`${language === "tsp" ? "ts" : language}\n${code}\n\`\`\``;
    },
  );
}

/**
 * Points the links of a page to pages of the site, and collects dead links. Links to other files of the repository become text.
 *
 * @param texts the texts of all pages by source, for anchors
 */
export function linkPage(
  root: string,
  { source, path }: SitePage,
  pages: readonly SitePage[],
  texts: ReadonlyMap<string, string>,
) {
  const dead: string[] = [];
  const text = (texts.get(source) ?? "").replaceAll(
    /(!?)\[([^\]]*)\]\(([^()\s]+)\)/g,
    (whole: string, picture: string, label: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return whole;
      const [file = "", anchor] = target.split("#");
      const at = file === "" ? source : posix.normalize(posix.join(dirname(source), file));
      const found = pages.find((page) => page.source === at || page.source === `${at}/README.md`);
      const isKnown = found
        ? hasAnchor(texts.get(found.source), anchor)
        : existsSync(join(root, at));
      if (!isKnown) dead.push(`${source}: the target of the link ${target} does not exist.`);
      if (picture !== "") return `![${label}](/${at})`;
      if (!found) return label;
      const relative = posix.relative(posix.dirname(path), found.path);
      const place = anchor === undefined ? "" : `#${anchor}`;
      return `[${label}](${relative.startsWith(".") ? relative : `./${relative}`}.md${place})`;
    },
  );
  return { text, dead };
}

function hasAnchor(text = "", anchor: string | undefined): boolean {
  return anchor === undefined || anchorsOf(text).includes(anchor);
}

/** The anchors of the headings, as Markdown renderers make them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}
