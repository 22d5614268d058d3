import {
  chmodSync,
  chownSync,
  constants,
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createPartner } from "../../domain/partners/partners.ts";
import { openGateway } from "../../process/open.ts";
import { fileFault, folderFault, requireDataDirectory } from "./data-directory.ts";
import { onPostgres, temporaryFolder, testSettings } from "../../testing/open-gateway.ts";

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
  [0o1755, 0o1755],
])("a folder with mode %o gets mode %o", (before, after) => {
  const folder = existing(before);
  requireDataDirectory(folder, "sandbox");
  expect(statSync(folder).mode & 0o7777).toBe(after);
});

const [ADMINISTRATOR, GATEWAY, STRANGER] = [0, 1000, 1001];
const { S_IFDIR, S_IFIFO, S_IFLNK, S_IFREG } = constants;

test.each([
  ["the user's own", S_IFDIR | 0o755, GATEWAY, undefined],
  ["the user's own, before its permissions are changed", S_IFDIR | 0o777, GATEWAY, undefined],
  ["the administrator's", S_IFDIR | 0o755, ADMINISTRATOR, undefined],
  ["the administrator's, writable by others", S_IFDIR | 0o775, ADMINISTRATOR, /written by other/],
  ["like /tmp", S_IFDIR | 0o1777, ADMINISTRATOR, /written by other/],
  ["like /tmp and the user's own", S_IFDIR | 0o1777, GATEWAY, /written by other/],
  ["a stranger's", S_IFDIR | 0o700, STRANGER, /belongs to another user.*chown 1000/],
  ["the user's link", S_IFLNK | 0o777, GATEWAY, undefined],
  ["a stranger's link", S_IFLNK | 0o777, STRANGER, /belongs to another user/],
])("a data folder that is %s", (_, mode, uid, fault) => {
  const found = folderFault({ mode, uid }, GATEWAY);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
  expect(folderFault({ mode, uid }, undefined)).toBeUndefined();
});

test.each([
  ["the user's own", S_IFREG | 0o600, GATEWAY, undefined],
  ["readable by others", S_IFREG | 0o644, GATEWAY, undefined],
  ["the administrator's", S_IFREG | 0o640, ADMINISTRATOR, undefined],
  ["writable by its group", S_IFREG | 0o660, GATEWAY, /chmod go-w/],
  ["writable by everyone", S_IFREG | 0o602, GATEWAY, /chmod go-w/],
  ["a stranger's", S_IFREG | 0o600, STRANGER, /belongs to another user/],
  ["a link", S_IFLNK | 0o777, GATEWAY, /is a link/],
  ["a pipe", S_IFIFO | 0o600, GATEWAY, /no file/],
  ["a folder", S_IFDIR | 0o700, GATEWAY, /no file/],
])("a file that is %s", (_, mode, uid, fault) => {
  const found = fileFault({ mode, uid }, GATEWAY);
  if (fault === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(fault);
});

test("the administrator does not use a file of another user", () => {
  expect(fileFault({ mode: S_IFREG | 0o600, uid: GATEWAY }, ADMINISTRATOR)).toMatch(/belongs to/);
});

test("in production, a folder above that everyone can write to needs the sticky bit", () => {
  const folder = existing(0o700);
  const above = join(folder, "..");
  chmodSync(above, 0o777);
  expect(() => {
    requireDataDirectory(folder, "production");
  }).toThrow(`${above} can be written by every user`);
  requireDataDirectory(folder, "sandbox");
  chmodSync(above, 0o1777);
  requireDataDirectory(folder, "production");
});

const files = [
  "gateway.sqlite",
  "gateway.sqlite-wal",
  "gateway.sqlite-shm",
  "gateway.sqlite-journal",
  "master.key",
];

test.runIf(!onPostgres).each(files)(
  "%s that others can write to, or a link, is not used",
  async (name) => {
    const settings = await testSettings();
    await (await openGateway(settings)).close();
    const file = join(settings.dataDirectory, name);
    const found = existsSync(file) ? readFileSync(file) : "";
    const opening = async () => {
      await openGateway(settings, undefined, "read").then(({ close }) => close());
    };
    writeFileSync(file, found, { mode: 0o600 });
    chmodSync(file, 0o666);
    await expect(opening()).rejects.toMatchObject({ code: "file-not-trusted" });
    rmSync(file);
    const elsewhere = join(temporaryFolder(), "other");
    writeFileSync(elsewhere, found, { mode: 0o600 });
    symlinkSync(elsewhere, file);
    await expect(opening()).rejects.toMatchObject({ code: "file-not-trusted" });
    if (process.getuid?.() !== 0) return;
    rmSync(file);
    writeFileSync(file, found, { mode: 0o600 });
    chownSync(file, 65534, 65534);
    await expect(opening()).rejects.toMatchObject({ code: "file-not-trusted" });
  },
);

test.runIf(!onPostgres)("a database with two names is not used", async () => {
  const settings = await testSettings();
  await (await openGateway(settings)).close();
  const file = join(settings.dataDirectory, "gateway.sqlite");
  linkSync(file, join(temporaryFolder(), "other"));
  await expect(openGateway(settings)).rejects.toThrow("hard link");
});

test("a folder that cannot be made is reported", async () => {
  const file = join(temporaryFolder(), "file");
  writeFileSync(file, "");
  for (const dataDirectory of [file, join(file, "data"), "/proc/none/data"]) {
    const settings = { ...(await testSettings()), dataDirectory };
    await expect(openGateway(settings)).rejects.toMatchObject({
      code: "file-unusable",
      message: expect.stringContaining("Check DATA_DIR") as unknown,
    });
  }
});
