import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyOfMode, refuseSandboxKey, sandboxMasterKey } from "./master-key.ts";
import { createSeal } from "./seal.ts";
import { temporaryFolder } from "../testing/open-gateway.ts";

test("is made once, for its user alone", () => {
  const folder = join(temporaryFolder(), "data");
  const key = sandboxMasterKey(folder);
  expect(key).toHaveLength(32);
  expect(sandboxMasterKey(folder)).toEqual(key);
  expect(statSync(join(folder, "master.key")).mode & 0o777).toBe(0o600);
});

test("a damaged one is not replaced in silence", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "master.key"), "damaged");
  expect(() => sandboxMasterKey(folder)).toThrow("master.key");
});

test("the sandbox's is refused as production's where it can be seen", () => {
  const folder = temporaryFolder();
  const key = sandboxMasterKey(folder);
  expect(() => {
    refuseSandboxKey(folder, key);
  }).toThrow("MASTER_KEY is the sandbox's key");
  refuseSandboxKey(folder, new Uint8Array(32));
  refuseSandboxKey(temporaryFolder(), key);
});

test("what one mode has sealed does not open in the other, under the same master key", () => {
  const key = new Uint8Array(32).fill(7);
  const [production, sandbox] = [
    createSeal(keyOfMode(key, "production")),
    createSeal(keyOfMode(key, "sandbox")),
  ];
  expect(() => production.open(sandbox.close("secret", "a"), "a")).toThrow();
  expect(() => sandbox.open(production.close("secret", "a"), "a")).toThrow();
});
