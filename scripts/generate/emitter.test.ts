import { mkdtempDisposable, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { compile, formatDiagnostic, NodeHost } from "@typespec/compiler";
import { expect, test } from "vitest";
import { emitterName } from "./emitter-options.ts";
import { generateInto } from "./generated-files/generate-into.ts";
import { specify } from "./testing/specification.ts";

/** Compiles as `tsp compile` does, with all emitters below one folder. Returns the files and the diagnostics. */
async function emitted(entry: string, emit: readonly string[], options = {}) {
  await using out = await mkdtempDisposable(join(tmpdir(), "emitted-"));
  const logSink = { log: () => undefined };
  const { diagnostics } = await compile({ ...NodeHost, logSink }, entry, {
    emit: [...emit],
    outputDir: out.path,
    options,
  });
  const said = diagnostics.map((each) =>
    formatDiagnostic(each, { pathRelativeTo: dirname(entry) }),
  );
  return { ours: await filesIn(join(out.path, emitterName)), all: await filesIn(out.path), said };
}

async function filesIn(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const files = entries.filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  return Object.fromEntries(
    await Promise.all(
      paths.map(async (path) => [path.slice(folder.length), await readFile(path, "utf8")] as const),
    ),
  );
}

const clock = `
model Clock { @key id: string; zone?: string | null; }
@get op read(@path id: string): Clock;
@patch(#{ implicitOptionality: true }) op change(@path id: string, @body clock: Clock): Clock;`;

const openApi = "@typespec/openapi3";

test("beside another emitter, in either order, both write what each writes alone", async () => {
  await using specification = await specify(clock);
  await using out = await mkdtempDisposable(join(tmpdir(), "generated-"));
  await generateInto({ entry: specification.entry, out: out.path }, NodeHost);
  const alone = await emitted(specification.entry, [openApi]);
  const expected = await filesIn(out.path);
  for (const emit of [
    [openApi, emitterName],
    [emitterName, openApi],
  ]) {
    const { ours, all } = await emitted(specification.entry, emit);
    expect(ours).toEqual(expected);
    expect(all).toMatchObject(alone.all);
  }
});

test.each([
  [
    "an error has a code and a place",
    `@get op read(@path @pattern("^(a+)+$") id: string): void;`,
    /^main\.tsp:7:\d+ - error @contract-toolkit\/generate\/super-linear-pattern: .*\n/,
  ],
  [
    "a warning",
    `@get op read(): { total: decimal };`,
    /^main\.tsp:7:\d+ - warning @contract-toolkit\/generate\/rounded-decimal: Programs round/,
  ],
  [
    "a warning that is suppressed",
    `@get op read(): {
      #suppress "@contract-toolkit/generate/rounded-decimal" "It is an estimate."
      total: decimal };`,
    undefined,
  ],
])("diagnostics: %s", async (_, body, message) => {
  await using specification = await specify(body);
  const { said } = await emitted(specification.entry, [emitterName]);
  expect(said).toEqual(message === undefined ? [] : [expect.stringMatching(message)]);
});

test("a folder with other files is left alone", async () => {
  await using specification = await specify("@get op read(): void;");
  await writeFile(join(dirname(specification.entry), "own.txt"), "");
  const options = { [emitterName]: { "emitter-output-dir": dirname(specification.entry) } };
  const { said } = await emitted(specification.entry, [emitterName], options);
  expect(said).toEqual([
    expect.stringMatching(/^error @contract-toolkit\/generate\/usage: .*own\.txt/s),
  ]);
});
