import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { gitIn } from "../testing/git.ts";
import { watchFolders } from "./watch-folders.ts";

/** Watches a folder with a file and a subfolder, and counts the reported changes. */
function watched() {
  const parent = mkdtempSync(join(tmpdir(), "watch-"));
  const folder = join(parent, "spec");
  mkdirSync(join(folder, "below"), { recursive: true });
  for (const file of ["main.tsp", "below/other.tsp"]) writeFileSync(join(folder, file), "");
  let count = 0;
  const paths = new Set<string>();
  const end = watchFolders([folder], (changed) => {
    count += 1;
    for (const path of changed) paths.add(path);
    return Promise.resolve();
  });
  onTestFinished(() => {
    end();
    rmSync(parent, { recursive: true, force: true });
  });
  /** Changes something, and waits until the change was reported and no further report comes. */
  const noticed = async (change: () => void) => {
    const before = count;
    change();
    await expect.poll(() => count).toBeGreaterThan(before);
    await settled();
  };
  const settled = async () => {
    let last = -1;
    while (last !== count) {
      last = count;
      await new Promise((resolve) => setTimeout(resolve, 300));
    }
  };
  return { folder, parent, noticed, paths };
}

const ways = {
  "in place": (file: string) => {
    writeFileSync(file, "new");
  },
  "by renaming a file beside it": (file: string) => {
    writeFileSync(`${file}.swp`, "new");
    renameSync(`${file}.swp`, file);
  },
  "by git restore": (file: string) => {
    const git = gitIn(dirname(dirname(file)));
    git("init", "--quiet");
    git("add", ".");
    writeFileSync(file, "newer");
    git("restore", ".");
  },
  "after moving the old one away": (file: string) => {
    renameSync(file, `${file}~`);
    writeFileSync(file, "new");
  },
};

test.each(Object.entries(ways))("both of two saves %s are noticed", async (_name, save) => {
  const { folder, noticed, paths } = watched();
  const file = join(folder, "below", "other.tsp");
  for (let time = 0; time < 2; time += 1) {
    paths.clear();
    await noticed(() => {
      save(file);
    });
    expect([...paths]).toContain(file);
  }
});

test("folders that are new, moved or replaced are watched too", async () => {
  const { folder, parent, noticed } = watched();
  const below = join(folder, "below");
  const save = () => {
    ways["by renaming a file beside it"](join(below, "other.tsp"));
  };
  await noticed(() => {
    rmSync(below, { recursive: true });
    mkdirSync(below);
  });
  await noticed(save);
  await noticed(() => {
    renameSync(folder, join(parent, "away"));
    renameSync(join(parent, "away"), folder);
    save();
  });
  await noticed(save);
  await noticed(save);
  await noticed(() => {
    mkdirSync(join(below, "deep", "deeper"), { recursive: true });
  });
  await noticed(() => {
    writeFileSync(join(below, "deep", "deeper", "new.tsp"), "");
  });
});

test("a folder that is missing for a moment is still watched afterwards", async () => {
  const { folder, parent, noticed } = watched();
  await noticed(() => {
    rmSync(join(folder, "below"), { recursive: true });
    renameSync(folder, join(parent, "away"));
    setTimeout(() => {
      renameSync(join(parent, "away"), folder);
    }, 500);
  });
  await noticed(() => {
    writeFileSync(join(folder, "main.tsp"), "new");
  });
});
