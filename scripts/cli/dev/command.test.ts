import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { createCommand } from "./command.ts";

const script = `require("fs").appendFileSync(process.argv[1], process.pid + "\\n");`;

/** A command that records each of its starts, and the exit statuses that are reported. */
function recording(rest: string) {
  const folder = mkdtempSync(join(tmpdir(), "command-"));
  const file = join(folder, "starts");
  const ends: number[] = [];
  const command = createCommand([process.execPath, "-e", script + rest, file], {
    isQuiet: false,
    onEnd: (status) => {
      ends.push(status);
    },
  });
  onTestFinished(async () => {
    await command.stop("SIGKILL");
    rmSync(folder, { recursive: true });
  });
  const starts = () => {
    try {
      return readFileSync(file, "utf8").trim().split("\n");
    } catch {
      return [];
    }
  };
  return { command, starts, ends };
}

test("the end of a command is reported, and a restart sends no signal to its old process id", async () => {
  const status = "3 + Number(process.env.CONTRACT_DEV_RESTART ?? 0)";
  const { command, starts, ends } = recording(`process.exitCode = ${status};`);
  const kill = vi.spyOn(process, "kill");
  onTestFinished(() => {
    kill.mockRestore();
  });
  for (const times of [1, 2]) {
    await command.restart();
    await expect.poll(() => ends).toEqual([3, 4].slice(0, times));
    expect(starts()).toHaveLength(times);
  }
  expect(kill).not.toHaveBeenCalled();
});

test("a running command is ended before a restart, and is not restarted after a stop", async () => {
  const { command, starts, ends } = recording("setInterval(() => {}, 1000);");
  const isRunning = (pid = "0") => {
    try {
      return process.kill(Number(pid), 0);
    } catch {
      return false;
    }
  };
  await command.restart();
  await expect.poll(starts).toHaveLength(1);
  await command.restart();
  expect(isRunning(starts()[0])).toBe(false);
  await expect.poll(starts).toHaveLength(2);
  await command.stop("SIGTERM");
  await command.restart();
  // Long enough for a started command to record its start.
  await new Promise((resolve) => setTimeout(resolve, 500));
  expect(starts().map((pid) => isRunning(pid))).toEqual([false, false]);
  expect(ends).toEqual([]);
});
