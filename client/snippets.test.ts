import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { expect, it } from "vitest";

const here = import.meta.dirname;
const snippets = [
  ...readFileSync(join(here, "README.md"), "utf8").matchAll(/^```ts\n(.*?)^```/gms),
].map(([, code = ""]) => code);

/** Package entries as they are published, read from their sources. */
const paths = {
  "payment-gateway-client": [join(here, "index.ts")],
  "payment-gateway-client/*": [join(here, "*.ts")],
};

it("compiles as written in the README", { timeout: 60_000 }, () => {
  const files = new Map(
    snippets.map((code, index) => [join(here, `readme-snippet-${index}.ts`), code]),
  );
  const { config } = ts.readConfigFile(join(here, "..", "tsconfig.json"), (path) =>
    ts.sys.readFile(path),
  ) as { config: { compilerOptions: object } };
  const { options } = ts.convertCompilerOptionsFromJson(
    { ...config.compilerOptions, paths },
    join(here, ".."),
  );
  const host = ts.createCompilerHost(options);
  const onDisk = {
    exists: host.fileExists.bind(host),
    read: host.readFile.bind(host),
  };
  host.fileExists = (path) => files.has(path) || onDisk.exists(path);
  host.readFile = (path) => files.get(path) ?? onDisk.read(path);
  const program = ts.createProgram([...files.keys()], options, host);
  const messages = [...files.keys()].flatMap((path) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, "\n")),
  );
  expect(files.size).toBe(7);
  expect(messages).toEqual([]);
});
