import { createHash } from "node:crypto";
import { Html } from "@contract-toolkit/contract";
import { readBrowserFiles } from "@contract-toolkit/inspector";

const script = readBrowserFiles(new URL("browser/", import.meta.url), [""]).get("page.js")?.text;

/** The script of all pages. Without it, they have the same texts, links and forms. */
export const pageScript = new Html(`<script type="module">${script ?? ""}</script>`);

/** The source of the script in a Content Security Policy. */
export const pageScriptSource = `'sha256-${createHash("sha256")
  .update(script ?? "")
  .digest("base64")}'`;
