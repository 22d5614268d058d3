import { statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sandboxMasterKey } from "./master-key.ts";
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
