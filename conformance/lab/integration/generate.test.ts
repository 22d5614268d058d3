import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { generate } from "../../../scripts/generate/index.ts";
import { typecheck } from "../../testing/compile.ts";
import { contractHere } from "../../testing/contract-command.ts";
import { generateInto, librarySpec, type GeneratedFolder } from "../../testing/generated.ts";

const root = resolve(import.meta.dirname, "../../..");

test("the same specification gives the same bytes", async () => {
  expect([...(await generate(librarySpec))]).toEqual([...(await generate(librarySpec))]);
});

test("generated files import one another, and types of the kernel", async () => {
  for (const [name, text] of await generate(librarySpec)) {
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
    const file = join(folder, path);
    const text = await readFile(file, "utf8");
    const changed = text.replace(part, (found) => found.replaceAll(String(from), String(to)));
    expect(changed).not.toBe(text);
    await writeFile(file, changed);
  }

  afterAll(async () => {
    await generated[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  /** What the gate says of the contract after the change. */
  async function gate(changed: string) {
    const accepted = join(folder, "accepted-breaks.json");
    const { status, output } = await contractHere(
      ...["diff", join(root, "generated"), changed, "--gate", "--json"],
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
    const held = await gate(generated.folder);
    expect(held.status).toBe(1);
    expect(held.errors.map(({ operation = "" }) => operation)).toEqual([
      "payOrder",
      "createPayment",
      "",
    ]);
    // As the README tells it.
    await edit("spec/gateway/main.tsp", /version: "2\.0\.0"/, [2, 3]);
    const [first, second] = held.errors.map((each) => ({ ...each, version: "3.0.0", reason: "-" }));
    await writeFile(join(folder, "accepted-breaks.json"), JSON.stringify([first, second]));
    await using decided = await generateInto(join(folder, "spec/main.tsp"));
    expect(await gate(decided.folder)).toEqual({ status: 0, errors: [] });
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
    const failed = await contractHere(
      "generate",
      join(folder, "main.tsp"),
      "--out",
      join(folder, "out"),
    );
    await rm(folder, { recursive: true });
    expect(failed.status).toBe(2);
    expect(failed.output).toMatch(/main\.tsp:2:6 - error invalid-ref: Unknown identifier Missing/);
  });

  test("says what has to be installed beside the files, until it is", async () => {
    const folder = await mkdtemp(join(tmpdir(), "foreign-project-"));
    const small = join(root, "conformance/lab/fixtures/specs/credentials/main.tsp");
    const generateThere = () => contractCommand("generate", small, "--out", join(folder, "out"));
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

  test("explains itself", async () => {
    for (const args of [
      ["--help"],
      ["generate", "--help"],
      ["check", "--help"],
      ["replay", "--help"],
    ]) {
      const helped = await contractHere(...args);
      expect(helped.status).toBe(0);
      expect(helped.output).toContain("contract");
    }
  });

  test.each([
    [["lend"]],
    [["generate", "--colour"]],
    [["replay"]],
    [["replay", "generated/gateway", "--server", "x"]],
  ])("%j is answered with what would be right, and 2", async (args) => {
    const refused = await contractHere(...args);
    expect(refused.status).toBe(2);
    expect(refused.output).not.toContain("    at ");
  });
});

async function contractCommand(...args: string[]): Promise<{ status: number; output: string }> {
  const run = promisify(execFile)(process.execPath, [join(root, "scripts/contract.ts"), ...args], {
    cwd: root,
  });
  return run.then(
    ({ stdout, stderr }) => ({ status: 0, output: stdout + stderr }),
    (error: unknown) => {
      const { code, stdout, stderr } = error as {
        code: number;
        stdout: string;
        stderr: string;
      };
      return { status: code, output: stdout + stderr };
    },
  );
}
