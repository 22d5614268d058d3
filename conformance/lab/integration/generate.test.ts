import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../../scripts/generate/index.ts";
import { typecheck } from "../../testing/compile.ts";
import { contractHere } from "../../testing/contract-command.ts";
import { generateInto, librarySpec, type GeneratedFolder } from "../../testing/generated.ts";

const root = resolve(import.meta.dirname, "../../..");

test("the same specification gives the same bytes, which import one another and types of the kernel", async () => {
  const files = await generate(librarySpec);
  expect([...(await generate(librarySpec))]).toEqual([...files]);
  for (const [name, text] of files) {
    if (!/\.[jt]s$/.test(name)) continue;
    for (const [, kind, from] of text.matchAll(/^import (type )?.*"(.+)";$/gm))
      if (!from?.startsWith("./"))
        expect([kind, from], name).toEqual(["type ", "@contract-toolkit/kernel"]);
  }
});

test("what is committed typechecks, declarations included", () => {
  const entries = ["gateway", "merchant", "sandbox"].map(
    (name) => `import ${JSON.stringify(`./${name}/handlers.ts`)};
import ${JSON.stringify(`./${name}/index.ts`)};
import type {} from ${JSON.stringify(`./${name}/client-validators.js`)};`,
  );
  const text = entries.join("\n");
  expect(typecheck({ "generated/all.ts": text }, join(root, "generated"))).toEqual([]);
});

describe("changing one constraint", () => {
  let folder: string;
  let generated: GeneratedFolder;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "changed-spec-"));
    await cp(join(root, "spec"), join(folder, "spec"), { recursive: true });
    for (const name of ["node_modules", "conformance"])
      await symlink(join(root, name), join(folder, name));
    // As the README tells it.
    await edit(
      "spec/gateway/common/scalars.tsp",
      /@maxLength\(50\)(?=\s+@\w+\("OrderCode"\))/,
      [50, 37],
    );
    await edit("spec/interface/limits.yaml", /^ {4}order\.id:\n(?: {6}.*\n)+/m, [50, 37]);
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

  /** What the gate says of the contract after the change. */
  async function gate() {
    const accepted = join(folder, "accepted-breaks.json");
    const { status, output } = await contractHere(
      ...["diff", join(root, "generated"), generated.folder, "--gate", "--json"],
      ...(existsSync(accepted) ? ["--accepted", accepted] : []),
    );
    const { changes } = JSON.parse(output) as { changes: Told[] };
    return { status, errors: changes.filter(({ severity }) => severity === "error") };
  }

  test("changes types, verdicts and replay, with no other edit", async () => {
    const coverage = await readFile(join(generated.folder, "coverage.md"), "utf8");
    // What the specification says otherwise than the documented interface stands there in bold.
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

  test("breaks two operations, which the gate holds back until that was decided on", async () => {
    const held = await gate();
    expect(held.status).toBe(1);
    expect(held.errors.map(({ operation = "" }) => operation)).toEqual([
      "payOrder",
      "createPayment",
      "",
    ]);
    // As the README tells it, without what the version does not change.
    for (const name of ["openapi.json", "openapi-3.1.json"])
      await edit(join(generated.folder, "gateway", name), /"version": ?"2\.0\.0"/, [2, 3]);
    const [first, second] = held.errors.map((each) => ({ ...each, version: "3.0.0", reason: "-" }));
    await writeFile(join(folder, "accepted-breaks.json"), JSON.stringify([first, second]));
    expect(await gate()).toEqual({ status: 0, errors: [] });
  });
});

interface Told {
  severity: string;
  operation?: string;
}

interface Request {
  body: { partnerReference: { order: { id: string } } };
}

describe("the command", () => {
  test("tells file, line and column of what does not compile, and exits with 2", async () => {
    const folder = await mkdtemp(join(tmpdir(), "broken-spec-"));
    await writeFile(join(folder, "main.tsp"), "model A {\n  b: Missing;\n}\n");
    const out = ["--out", join(folder, "out")];
    const failed = await contractHere("generate", join(folder, "main.tsp"), ...out);
    await rm(folder, { recursive: true });
    expect(failed.status).toBe(2);
    expect(failed.output).toMatch(/main\.tsp:2:6 - error invalid-ref: Unknown identifier Missing/);
  });

  test("says what has to be installed beside the files, until it is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foreign-project-"));
    const small = join(root, "conformance/lab/fixtures/specs/credentials/main.tsp");
    const generateThere = () => contractHere("generate", small, "--out", join(folder, "out"));
    const advised = await generateThere();
    await mkdir(join(folder, "node_modules/@contract-toolkit"), { recursive: true });
    await symlink(join(root, "contract"), join(folder, "node_modules/@contract-toolkit/kernel"));
    const silent = await generateThere();
    await rm(folder, { recursive: true });
    expect(advised.status).toBe(0);
    expect(advised.output).toContain("npm install --save-dev @contract-toolkit/kernel");
    expect(silent.status).toBe(0);
    expect(silent.output).not.toContain("npm install");
  });

  test.each(["", "generate", "check", "replay"])("explains %s", async (verb) => {
    const helped = await contractHere(...[verb, "--help"].filter(Boolean));
    expect(helped).toMatchObject({
      status: 0,
      output: expect.stringContaining("contract") as string,
    });
  });
});
