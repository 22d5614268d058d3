import { globSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtempDisposable } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, test, vi } from "vitest";
import { readBrowserFiles } from "./browser-files.ts";

test("types and links of a script are changed, without the warning of Node.js", () => {
  using warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
  const files = readBrowserFiles(new URL("./", import.meta.url), ["browser/"]);
  const { text = "" } = files.get("browser/main.js") ?? {};
  expect(text).toContain('from "./requests-page.js"');
  expect(text).toContain('from "../library.js"');
  expect(files.get("browser/text.js")?.text).not.toContain(": string");
  expect(files.has("library.js")).toBe(true);
  expect(warn).not.toHaveBeenCalled();
  process.emitWarning("Other warnings are printed.");
  expect(warn).toHaveBeenCalledOnce();
});

test("code in a text of a script stays as it is", async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), "browser-files-"));
  const code =
    'const code = `\nimport { a } from "./a.ts";\nimport { html } from "htm/preact/standalone";`;\n';
  writeFileSync(join(folder.path, "main.ts"), `import { a } from "./a.ts";\n${code}`);
  const files = readBrowserFiles(pathToFileURL(`${folder.path}/`), [""]);
  expect(files.get("main.js")?.text).toBe(`import { a } from "./a.js";\n${code}`);
});

test("no line break of a script stands for the space beside a word, because htm removes it", () => {
  const inline = "(?:code|a|b|span|small|bdi)\\b";
  const lost = new RegExp(
    `[\\w.,:;)]\\n +<${inline}|</${inline}>\\n +(?:\\w|\\$\\{\\w+ !== undefined && visible)`,
  );
  const scripts = globSync("server/**/browser/*.ts");
  expect(scripts.length).toBeGreaterThan(10);
  for (const script of scripts) expect(readFileSync(script, "utf8"), script).not.toMatch(lost);
});
