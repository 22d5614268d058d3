import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { chmod, mkdir, mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { registerHooks } from "node:module";
import { describe, expect, test } from "vitest";
import { TextDocument } from "vscode-languageserver-textdocument";
import { parse } from "yaml";
import { ownWorkflow } from "../../cli/new/template.ts";

// The language service imports JSON without attributes, which Node.js refuses.
const hooks = registerHooks({
  resolve(specifier, context, next) {
    const found = next(specifier, context);
    return found.url.endsWith(".json") ? { ...found, importAttributes: { type: "json" } } : found;
  },
});
const { validate } = await import("@actions/languageservice");
hooks.deregister();

const ofProjects = await readFile(ownWorkflow, "utf8");

interface Workflow {
  readonly permissions: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly permissions?: unknown;
  readonly steps: readonly Step[];
}

interface Step {
  readonly name?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

const { permissions, jobs } = parse(ofProjects) as Workflow;

function stepOf(named: string): Step | undefined {
  return Object.values(jobs)
    .flatMap(({ steps }) => steps)
    .find(({ name }) => name === named);
}

/** The faults that the language service of GitHub's editor extension finds in a workflow. */
async function faultsOf(text: string, name = "workflow.yml"): Promise<string[]> {
  // It caches documents by name.
  const uri = `file:///${randomUUID()}/${name}`;
  const document = TextDocument.create(uri, "github-actions", 1, text);
  const faults = await validate(document, {});
  return faults.map(
    ({ range, message }) =>
      `${range.start.line + 1}: ${typeof message === "string" ? message : message.value}`,
  );
}

test.each(["contract", "nightly", "release"])("the workflow %s is valid", async (name) => {
  const file = join(import.meta.dirname, `../../../.github/workflows/${name}.yml`);
  expect(await faultsOf(await readFile(file, "utf8"))).toEqual([]);
});

test("a fault of a workflow is found", async () => {
  const wrong = ofProjects.replace("needs.check.outputs.changes }}", "needs.check.outputs.none }}");
  expect(await faultsOf(wrong)).toHaveLength(1);
});

test.each([
  ["action.yml", "List the changes"],
  [".github/actions/comment/action.yml", "Create the comment, or update it"],
])("the action %s is valid, and has the script of the workflow", async (path, step) => {
  const text = await readFile(join(import.meta.dirname, "../../..", path), "utf8");
  expect(await faultsOf(text, "action.yml")).toEqual([]);
  expect(await faultsOf(text.replace("inputs.", "input."), "action.yml")).toHaveLength(1);
  const { runs } = parse(text) as { readonly runs: Job };
  expect(runs.steps.find(({ name }) => name === step)?.run).toBe(stepOf(step)?.run);
  for (const { run = "" } of runs.steps) expect(run).not.toContain("${{");
});

test("the job that runs the project's code may not write, and the job that may write runs none of it", () => {
  expect(permissions).toEqual({ contents: "read" });
  expect(jobs["check"]?.permissions).toBeUndefined();
  expect(jobs["comment"]?.permissions).toEqual({ "pull-requests": "write" });
  expect(jobs["comment"]?.steps.flatMap(({ uses }) => uses ?? [])).toEqual([]);
});

test("actions are pinned to commits, and scripts contain no expressions", () => {
  for (const { uses, run = "" } of Object.values(jobs).flatMap(({ steps }) => steps)) {
    if (uses !== undefined) expect(uses).toMatch(/@[0-9a-f]{40}$/);
    expect(run).not.toContain("${{");
  }
});

test("the whole history is fetched, so that there is a base to compare with", () => {
  const [first] = jobs["check"]?.steps ?? [];
  expect(first).toMatchObject({ with: { "fetch-depth": 0, "persist-credentials": false } });
});

describe("a step", () => {
  /** Runs the script of a step with a fake program, which prints the given text and records its arguments. */
  async function run(named: string, program: string, prints: string, status: number) {
    await using folder = await mkdtempDisposable(join(tmpdir(), "workflow-"));
    const bin = join(folder.path, "bin");
    await mkdir(bin);
    const script = `#!/bin/sh\necho "$@" >> ../called\nprintf '%s' "$PRINTS"\nexit ${status}\n`;
    await writeFile(join(bin, program), script);
    await chmod(join(bin, program), 0o755);
    const cwd = join(folder.path, "work");
    await mkdir(cwd);
    await promisify(execFile)("bash", ["-e", "-c", stepOf(named)?.run ?? "exit 3"], {
      cwd,
      env: {
        PATH: [bin, process.env["PATH"]].join(delimiter),
        PRINTS: prints,
        BASE: "HEAD^1",
        NUMBER: "7",
        CHANGES: "## Contract",
        RUNNER_TEMP: folder.path,
        GITHUB_OUTPUT: join(folder.path, "output"),
        GITHUB_REPOSITORY: "a/b",
        GITHUB_STEP_SUMMARY: join(folder.path, "summary"),
      },
    });
    const read = (file: string) => readFile(join(folder.path, file), "utf8").catch(() => "");
    return {
      called: await read("called"),
      output: await read("output"),
      summary: await read("summary"),
      comment: await read("work/comment.md"),
    };
  }

  const list = "List the changes";

  test("lists the changes, even if they break somebody", async () => {
    const { called, output, summary } = await run(list, "npx", "## Contract: 1 change\n", 1);
    expect(called).toBe("contract diff HEAD^1 --markdown\n");
    expect(summary).toBe("## Contract: 1 change\n");
    expect(output).toMatch(/^markdown<<(\S+)\n## Contract: 1 change\n\1\n$/);
  });

  test("says that the contracts cannot be compared", async () => {
    expect((await run(list, "npx", "", 2)).summary).toMatch(/^The contract cannot be compared/);
  });

  const post = "Create the comment, or update it";

  test("creates a comment if there is none", async () => {
    const { called, comment } = await run(post, "gh", "", 0);
    expect(called).toMatch(
      /--method POST repos\/a\/b\/issues\/7\/comments --field body=@comment.md/,
    );
    expect(comment).toBe("<!-- contract diff -->\n## Contract\n");
  });

  test("updates an existing comment", async () => {
    const { called } = await run(post, "gh", "42\n", 0);
    expect(called).toMatch(
      /--method PATCH repos\/a\/b\/issues\/comments\/42 --field body=@comment.md/,
    );
    expect(called).not.toContain("POST");
  });
});
