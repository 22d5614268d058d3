import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const waiting = "console.log('begun'); setInterval(() => {}, 1000)";

/** A process that runs `command` beside the watch of a folder, and what came of it. */
function beside(command: string, restart: boolean) {
  const folder = mkdtempSync(join(tmpdir(), "beside-"));
  const module = new URL("supervise.ts", import.meta.url).href;
  const given = JSON.stringify([[process.execPath, "-e", command], restart ? [folder] : []]);
  const script = `import { supervise } from "${module}"; await supervise(...${given});`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", script]);
  onTestFinished(() => {
    child.kill();
    rmSync(folder, { recursive: true, force: true });
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const begun = async (times: number) => {
    await expect
      .poll(() => text.split("begun").length - 1, { timeout: 20_000, interval: 50 })
      .toBe(times);
  };
  const save = () => {
    writeFileSync(join(folder, "handler.swp"), text);
    renameSync(join(folder, "handler.swp"), join(folder, "handler.ts"));
  };
  return { child, begun, save };
}

test("a command is started again by every save, also after it has ended, and ends with the watch", async () => {
  for (const command of [waiting, "console.log('begun'); process.exitCode = 1"]) {
    const { child, begun, save } = beside(command, true);
    for (const times of [1, 2, 3, 4]) {
      await begun(times);
      save();
    }
    await begun(5);
    child.kill("SIGTERM");
    await once(child, "exit");
  }
});

test("without folders the watch ends with the command, and has its exit status", async () => {
  const { child } = beside("process.exitCode = 3", false);
  expect(await once(child, "exit")).toEqual([3, null]);
});
