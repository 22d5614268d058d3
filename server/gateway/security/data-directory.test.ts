import { chmodSync, chownSync, mkdirSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPartner } from "../domain/partners/partners.ts";
import { openGateway } from "../open.ts";
import { makeDataDirectory } from "./data-directory.ts";
import { onPostgres, temporaryFolder, testSettings } from "../testing/open-gateway.ts";

/** Read, write and search permissions of the folder and of everything in it. */
function modesIn(folder: string): Record<string, string> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  return Object.fromEntries(
    ["", ...names].map((name) => [
      name,
      (statSync(join(folder, name)).mode & 0o777).toString(8).padStart(3, "0"),
    ]),
  );
}

const made = onPostgres
  ? ["master.key"]
  : ["gateway.sqlite", "gateway.sqlite-shm", "gateway.sqlite-wal", "master.key"];
const expected = { "": "700", ...Object.fromEntries(made.map((name) => [name, "600"])) };

/** A gateway that has written data, with a umask of 0. */
async function openGenerously(dataDirectory: string) {
  const mask = process.umask(0);
  onTestFinished(() => {
    process.umask(mask);
  });
  const opened = await openGateway({ ...(await testSettings()), dataDirectory });
  await createPartner(opened.gateway, `P${process.hrtime.bigint()}`, {
    ownerType: false,
  });
  return opened;
}

test("other users cannot read the data folder", async () => {
  const folder = join(temporaryFolder(), "parent", "data");
  const { close } = await openGenerously(folder);
  expect(modesIn(folder)).toEqual(expected);
  expect(statSync(join(folder, "..")).mode & 0o777).toBe(0o700);
  await close();
  for (const mode of Object.values(modesIn(folder))) expect(mode).toMatch(/^[67]00$/);
});

test.runIf(!onPostgres)("permissions of others to read the files are removed", async () => {
  const folder = join(temporaryFolder(), "data");
  const first = await openGenerously(folder);
  for (const name of made) chmodSync(join(folder, name), 0o644);
  chmodSync(join(folder, "master.key"), 0o600);
  const second = await openGenerously(folder);
  expect(modesIn(folder)).toEqual(expected);
  await first.close();
  await second.close();
});

/** A folder that exists, with the permissions given. */
function existing(mode: number): string {
  const folder = join(temporaryFolder(), "data");
  mkdirSync(folder);
  chmodSync(folder, mode);
  return folder;
}

test.each([
  [0o777, 0o755],
  [0o775, 0o755],
  [0o722, 0o700],
  [0o755, 0o755],
  [0o700, 0o700],
  [0o1777, 0o1777],
])("a folder with mode %o gets mode %o", (before, after) => {
  const folder = existing(before);
  makeDataDirectory(folder);
  expect(statSync(folder).mode & 0o7777).toBe(after);
});

// Only root can give a folder away.
test.runIf(process.getuid?.() === 0)(
  "a folder of another user that others may write to is refused",
  () => {
    const folder = existing(0o777);
    chownSync(folder, 65534, 65534);
    expect(() => {
      makeDataDirectory(folder);
    }).toThrow(/DATA_DIR .*chmod go-w/);
    expect(statSync(folder).mode & 0o777).toBe(0o777);
  },
);
