import { expect, test, vi } from "vitest";
import { readBrowserFiles } from "./browser-files.ts";

test("types and links of a script are changed, without the warning of Node.js", () => {
  const warn = vi.spyOn(process, "emitWarning").mockImplementation(() => undefined);
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
