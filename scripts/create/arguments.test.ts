import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { argumentsFor } from "./arguments.ts";

/** A terminal whose user types these texts. */
function terminal(typed: readonly string[], isTTY = true) {
  const stdin = new PassThrough();
  const stdout = new PassThrough();
  const waiting = [...typed];
  stdout.on("data", (chunk: Buffer) => {
    const next = String(chunk).includes("): ") ? waiting.shift() : undefined;
    if (next !== undefined) stdin.write(next);
  });
  return {
    stdin: Object.assign(stdin, { isTTY }),
    stdout: Object.assign(stdout, { isTTY }),
  } as unknown as Parameters<typeof argumentsFor>[1];
}

test.each([
  [[], ["shop\n", "api.yaml\n"], ["shop", "--from", "api.yaml"]],
  [[], ["\n", "\n"], ["my-api"]],
  [["--from", "a.tsp"], ["\n"], ["my-api", "--from", "a.tsp"]],
])("a terminal is asked for what %j leaves out", async (args, typed, expected) => {
  expect(await argumentsFor(args, terminal(typed))).toEqual(expected);
});

test("the end of the input ends the questions", async () => {
  expect(await argumentsFor([], terminal(["\u0003"]))).toBeUndefined();
});

test.each([
  [
    ["shop", "--from", "a.yaml"],
    ["shop", "--from", "a.yaml"],
  ],
  [["--help"], ["--help"]],
  // npm passes on the value of --from without its name.
  [
    ["shop", "a.yaml", "--packages=dist"],
    ["shop", "--from", "a.yaml", "--packages=dist"],
  ],
])("%j asks nothing", async (args, expected) => {
  expect(await argumentsFor(args, terminal([]))).toEqual(expected);
});

test("nothing but a terminal is asked", async () => {
  expect(await argumentsFor([], terminal([], false))).toEqual([]);
});
