import { expect, test, vi } from "vitest";
import { browserScript } from "./browser-script.ts";

test("a script loses its types, and nobody is told that this is experimental", () => {
  const warn = vi.spyOn(process, "emitWarning");
  expect(browserScript(new URL(import.meta.url))).toContain("const typed         = 1;");
  expect(warn).not.toHaveBeenCalled();
  expect(process.emitWarning).toBe(warn);
});

export const typed: number = 1;
