import { globSync } from "node:fs";
import { mkdtempDisposable, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { importDocument } from "../../../../scripts/commands/import.ts";
import { generate } from "../../../../scripts/generate/index.ts";
import { virtualHost } from "../../../../spec/library/testing/virtual-host.ts";
import { drawn } from "../../testing/random.ts";

const page = await readFile("docs/refusals.md", "utf8");
const fences = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(
  ([, language = "", text = ""]) => ({ language, text }),
);
const [head = "", service = ""] = fences.map(({ text }) => text);
const examples = fences.slice(2).flatMap(({ language, text }, index, all) => {
  const told = all[index + 1]?.text.trimEnd() ?? "";
  return language === "text" ? [] : [{ language, text, told }];
});

/** An ordinary run tries a third of them, the same ones each time. */
test.each(drawn(examples, 1 / 3, "refused specifications"))(
  "$told",
  async ({ language, text, told }) => {
    expect(await (language === "tsp" ? ofSpecification(text) : ofDocument(text))).toBe(told);
  },
);

/** What `generate` says of an example, lines counted from its first. */
async function ofSpecification(example: string): Promise<string> {
  const isWhole = example.startsWith("import ");
  const before = isWhole ? "" : head + (example.includes("@service ") ? "" : service);
  // A library that is not installed beside it.
  const entry = join(import.meta.dirname, "../../fixtures/specs/versioning-stub/main.tsp");
  const message = await messageOf(generate(entry, { host: virtualHost(entry, before + example) }));
  const lines = before.split("\n").length - 1;
  return message.replaceAll(
    /^\S*main\.tsp:(\d+):(\d+) - error /gm,
    (_, line: string, column: string) => `${Number(line) - lines}:${column} `,
  );
}

/** What `import` says of an example. */
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

test.each(
  globSync(["scripts/generate/**/*.ts", "scripts/import/*.ts", "spec/library/*.ts"], {
    exclude: ["**/*.test.ts", "**/testing/**", ...elsewhere()],
  }),
)("%s refuses nothing that the page does not have", async (file) => {
  const text = await readFile(file, "utf8");
  if (!refuses.test(text) && !file.includes("/refusals/")) return;
  const missing = piecesIn(text).filter((piece) => !page.includes(piece) && !unsaid.has(piece));
  expect(missing).toEqual([]);
});

/** The tables of a documented interface have tests of their own; so have addresses, which have to be asked. */
function elsewhere(): string[] {
  return ["scripts/generate/traceability/**", "scripts/import/remote-references.ts"];
}

const refuses = /[Ss]pecError|UsageError|specFault|createTypeSpecLibrary/;

/** The words of the sentences in a program, without what is put in. */
function piecesIn(text: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    const isText = ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node);
    if (isText && /[a-z,]+ [a-z]+ [a-z]+/.test(node.text)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile("refusing.ts", text, ts.ScriptTarget.Latest));
  return found.filter((each) => !each.startsWith("/**") && !each.startsWith("export "));
}

/** What no example can show. */
const unsaid: ReadonlySet<string> = new Set([
  // No document that the emitter makes is so.
  " is not in the OpenAPI document.",
  " is in no file of the specification.",
  '", which is not a status.',
  "The OpenAPI document has no parameter ",
  "The specification has no @service.",
  " is not a @service of this specification.",
  // A version is asked for, and a warning is given.
  "The specification has no version ",
  "Its versions are ",
  "It has none",
  "No operation of the service gets the sample '",
  "': each that documents its status and code has a sample of its own. Correct its returnType, or remove it.",
  // An example of too many levels would have hundreds.
  ":1:1 - error too-deep: Models refer to each other, or expressions nest, too deeply for the compiler, which does not report where. Some hundred levels are possible. Shorten the longest chain of references.",
  // No refusals.
  "Maximum call stack",
  "Invalid numeric value: Infinity",
  "An answer outside any operation, for example to an unknown path.",
]);
