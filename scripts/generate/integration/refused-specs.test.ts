import { globSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import type { Diagnostic } from "@typespec/compiler";
import { importDocument } from "../../cli/commands/import.ts";
import { generate } from "../index.ts";
import { lines } from "../spec-checks/spec-fault.ts";
import { virtualHost } from "../../../spec/library/testing/virtual-host.ts";
import { drawn } from "../../../server/gateway/testing/drawn.ts";

/** Each refused specification or document, with the lines of its message after `> `. */
const page = await readFile(join(import.meta.dirname, "refused-specs.txt"), "utf8");
const examples = page.split("\n\n").map((example) => {
  const lines = example.trimEnd().split("\n");
  const text = lines.filter((line) => !line.startsWith("> "));
  const told = lines.filter((line) => line.startsWith("> ")).map((line) => line.slice(2));
  return { text: `${text.join("\n")}\n`, told: told.join("\n") };
});

/** What stands before an example that begins without an import. */
const head = `import "@typespec/http";
import "@typespec/openapi";
import "@contract-toolkit/typespec";
using Http;
using OpenAPI;
using Contract;
`;

/** An ordinary run tries a third of them. */
test.each(drawn(examples, 1 / 3, "refused specifications"))("$told", async ({ text, told }) => {
  expect(await (isDocument(text) ? ofDocument(text) : ofSpecification(text))).toBe(told);
});

function isDocument(example: string): boolean {
  return /^\w+: /.test(example);
}

/** The message of `generate` about an example, with lines counted from its first. */
async function ofSpecification(example: string): Promise<string> {
  const isWhole = example.startsWith("import ");
  const before = isWhole
    ? ""
    : head + (example.includes("@service ") ? "" : "@service namespace Shop;\n");
  // The stub stands for a library that is not installed.
  const entry = join(import.meta.dirname, "../testing/specs/versioning-stub/main.tsp");
  const host = virtualHost(entry, before + example);
  const warnings: Diagnostic[] = [];
  const generated = generate(entry, { host, onWarning: (warning) => warnings.push(warning) });
  const message = (await messageOf(generated)) || lines(warnings).join("\n");
  const first = before.split("\n").length - 1;
  return message.replaceAll(
    /^\S*main\.tsp:(\d+):(\d+) - (?:error )?((?:warning )?)(?:@contract-toolkit\/generate\/)?/gm,
    (_, line: string, column: string, warning: string) =>
      `${Number(line) - first}:${column} ${warning}`,
  );
}

/** The message of `import` about an example. */
async function ofDocument(example: string): Promise<string> {
  await using folder = await mkdtempDisposable(join(tmpdir(), "refused-"));
  const file = join(folder.path, "openapi.yaml");
  await writeFile(file, example);
  const message = await messageOf(importDocument([file, "--out", join(folder.path, "spec")]));
  return message.replaceAll(`${folder.path}/`, "");
}

function messageOf(refused: Promise<unknown>): Promise<string> {
  return refused.then(
    () => "",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
}

test("every fault of a specification has a place and a code", () => {
  const faults = examples.filter(({ text }) => !isDocument(text)).map(({ told }) => told);
  for (const told of faults) expect(told).toMatch(/^\d+:\d+ (warning )?[\w@/-]+: /);
});

test.each(
  globSync(["scripts/generate/**/*.ts", "scripts/import/**/*.ts", "spec/library/*.ts"], {
    exclude: ["**/*.test.ts", "**/testing/**", ...elsewhere()],
  }),
)("every refusal of %s has an example", async (file) => {
  const text = await readFile(file, "utf8");
  if (!refuses.test(text) && !file.includes("/refusals/")) return;
  const missing = piecesIn(text).filter((piece) => !page.includes(piece) && !unsaid.has(piece));
  expect(missing).toEqual([]);
});

/** Other tests cover the tables of a documented interface, written files and remote references. */
function elsewhere(): string[] {
  return [
    "scripts/generate/{traceability,generated-files}/**",
    "scripts/import/read/{remote-references,fetch-text}.ts",
  ];
}

const makesFault = /^spec(Fault|Error)$/;

const refuses = /[Ss]pecError|UsageError|specFault|createTypeSpecLibrary/;

/** The codes of faults in a program, and the texts of its sentences, without inserted values. */
function piecesIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    if (isText && /[a-z,]+ [a-z]+ [a-z]+/.test(node.text)) found.push(node.text);
    const [, code] =
      ts.isCallExpression(node) && makesFault.test(node.expression.getText()) ? node.arguments : [];
    if (code && ts.isStringLiteral(code)) found.push(` ${code.text}: `);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("refusing.ts", text, ts.ScriptTarget.Latest, true));
  return found.filter((text) => !text.startsWith("/**") && !text.startsWith("export "));
}

/** Texts that no example can show. */
const unsaid: ReadonlySet<string> = new Set([
  // The emitter makes no such document.
  ...[" lost-operation: ", "The OpenAPI document lacks it."],
  "The OpenAPI document has no parameter ",
  "The specification has no @service.",
  " is not a @service of this specification.",
  // These concern the option for versions, and warnings.
  ...[" unknown-version: ", "The specification has no version "],
  "Its versions are ",
  "It has none",
  "No operation of the service gets the sample '",
  "': each that documents its status and code has a sample of its own. Correct its returnType, or remove it.",
  // The example would need hundreds of levels.
  " too-deep: ",
  "Models refer to each other, or expressions nest, too deeply for the compiler, which does not report where. Some hundred levels are possible. Shorten the longest chain of references.",
  // The toolkit itself would have to be changed.
  " has the name of a JSON Schema keyword. Rename it in contract/field-rules.",
  // These are not refusals.
  ...["Maximum call stack", " with invisible characters: removed"],
  "Invalid numeric value: Infinity",
  "A response outside any operation, for example to an unknown path.",
]);
