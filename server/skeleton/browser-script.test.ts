import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";

test("a script loses its types, and nobody is told that this is experimental", async () => {
  const script = `
    import { browserScript } from ${JSON.stringify(new URL("browser-script.ts", import.meta.url))};
    console.log(browserScript(new URL(${JSON.stringify(import.meta.url)})));
    process.emitWarning("Others are told.");`;
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    ...["--input-type=module", "--eval", script],
  ]);
  expect(stdout).toContain("const typed         = 1;");
  expect(stderr).not.toContain("Experimental");
  expect(stderr).toContain("Others are told.");
});

export const typed: number = 1;
