import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import type { SitePage } from "./pages.ts";

/** A paragraph that is only a link to a file of the examples has the file on the site. */
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
 * Points the links of a page to the pages of the site, and says which lead nowhere. What the repository has and the site has
 * not becomes text.
 *
 * @param texts of all pages by source, in which anchors are looked up
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
      const found = pages.find((each) => each.source === at || each.source === `${at}/README.md`);
      const isKnown = found
        ? hasAnchor(texts.get(found.source), anchor)
        : existsSync(join(root, at));
      if (!isKnown) dead.push(`${source}: ${target} leads nowhere.`);
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

/** Of the headings, as sites of Markdown make them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
      .trim()
      .replaceAll(/\s/g, "-"),
  );
}
