import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keyOfMode, refuseSandboxKey, sandboxMasterKey } from "./master-key.ts";
import { createSeal } from "./seal.ts";
import { temporaryFolder } from "../testing/open-gateway.ts";

test("the sandbox's key is made once, and only its user can read it", () => {
  const folder = join(temporaryFolder(), "data");
  const key = sandboxMasterKey(folder);
  expect(key).toHaveLength(32);
  expect(sandboxMasterKey(folder)).toEqual(key);
  expect(statSync(join(folder, "master.key")).mode & 0o777).toBe(0o600);
});

test("a damaged key is reported and not replaced", () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "master.key"), "damaged");
  expect(() => sandboxMasterKey(folder)).toThrow("master.key");
});

test("the sandbox's key is refused in production in the same folder", () => {
  const folder = temporaryFolder();
  const key = sandboxMasterKey(folder);
  expect(() => {
    refuseSandboxKey(folder, key);
  }).toThrow("MASTER_KEY is the sandbox's key");
  refuseSandboxKey(folder, new Uint8Array(32));
  refuseSandboxKey(temporaryFolder(), key);
});

test("one mode cannot open what the other has sealed with the same master key", () => {
  const key = new Uint8Array(32).fill(7);
  const [production, sandbox] = [
    createSeal(keyOfMode(key, "production")),
    createSeal(keyOfMode(key, "sandbox")),
  ];
  expect(() => production.open(sandbox.close("secret", "a"), "a")).toThrow();
  expect(() => sandbox.open(production.close("secret", "a"), "a")).toThrow();
});
