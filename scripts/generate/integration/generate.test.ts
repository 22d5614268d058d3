import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { later } from "../../../server/gateway/testing/long-test.ts";
import { generate } from "../index.ts";
import { contractHere } from "../../cli/testing/printed.ts";
import {
  generateInto,
  librarySpec,
  type GeneratedFolder,
} from "../../../conformance/testing/generated.ts";

const root = resolve(import.meta.dirname, "../../..");

test("the same specification gives the same files, which import only each other and types of the contract package", async () => {
  const { folder } = await generateInto(librarySpec);
  for (const [name, text] of await generate(librarySpec)) {
    expect(await readFile(join(folder, name), "utf8"), name).toBe(text);
    if (!/\.[jt]s$/.test(name)) continue;
    for (const [, kind, from] of text.matchAll(/^import (type )?.*"(.+)";$/gm))
      if (!from?.startsWith("./"))
        expect([kind, from], name).toEqual(["type ", "@contract-toolkit/contract"]);
  }
});

describe.runIf(later)("changing one constraint", () => {
  let folder: string;
  let generated: GeneratedFolder;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "changed-spec-"));
    await cp(join(root, "spec"), join(folder, "spec"), { recursive: true });
    for (const name of ["node_modules", "conformance"])
      await symlink(join(root, name), join(folder, name));
    // The steps of the README.
    await edit(
      "spec/gateway/common/scalars.tsp",
      /@maxLength\(50\)(?=\s+@\w+\("OrderCode"\))/,
      [50, 37],
    );
    await edit("spec/requirements/limits.yaml", /^ {4}order\.id:\n(?: {6}.*\n)+/m, [50, 37]);
    generated = await generateInto(join(folder, "spec/main.tsp"));
  });

  async function edit(path: string, part: RegExp, [from, to]: readonly [number, number]) {
    const file = resolve(folder, path);
    const text = await readFile(file, "utf8");
    const changed = text.replace(part, (found) => found.replaceAll(String(from), String(to)));
    expect(changed).not.toBe(text);
    await writeFile(file, changed);
  }

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  test("changes types, validators and samples without any other edit", async () => {
    const coverage = await readFile(join(generated.folder, "coverage.md"), "utf8");
    // Differences from the documented interface are in bold.
    expect(coverage.match(/^.*\*\*.*$/gm) ?? []).toEqual([]);
    const types = await readFile(join(generated.folder, "gateway/types.ts"), "utf8");
    expect(types).toContain("At most 37 characters.");

    const { contract, cases } = await generated.load("gateway");
    const sample = cases.find(({ id }) => id === "payOrder/pay-at-chosen-bank");
    const request = (id: string) => {
      const copy = structuredClone(sample?.request) as unknown as Request;
      copy.body.partnerReference.order.id = id;
      return { ...copy, headers: {} };
    };
    const validate = contract.validators["payOrder"]?.request;
    expect(validate?.(request("x".repeat(37)))).toBe(true);
    expect(validate?.(request("x".repeat(38)))).toBe(false);
    expect(sample?.fresh).toEqual([{ pointer: "/body/partnerReference/order/id", maxLength: 37 }]);
  });
});

interface Request {
  body: { partnerReference: { order: { id: string } } };
}

test("prints which packages to install, until they are installed", async () => {
  const folder = await mkdtemp(join(tmpdir(), "foreign-project-"));
  const small = join(root, "scripts/generate/testing/specs/credentials/main.tsp");
  const generateThere = () => contractHere("generate", small, "--out", join(folder, "out"));
  const advised = await generateThere();
  await mkdir(join(folder, "node_modules/@contract-toolkit"), { recursive: true });
  await symlink(join(root, "contract"), join(folder, "node_modules/@contract-toolkit/contract"));
  const silent = await generateThere();
  await rm(folder, { recursive: true });
  expect(advised.status).toBe(0);
  expect(advised.output).toContain("npm install --save-dev @contract-toolkit/contract");
  expect(silent.status).toBe(0);
  expect(silent.output).not.toContain("npm install");
});
