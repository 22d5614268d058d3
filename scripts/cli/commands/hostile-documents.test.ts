import { symlink } from "node:fs/promises";
import { resolve } from "node:path";
import { expect, test } from "vitest";
import { drawn } from "../../../server/gateway/testing/drawn.ts";
import { run } from "../../../server/skeleton/testing/running-process.ts";
import { folderWith } from "../testing/folder.ts";

/** Documents that a pull request may contain. Each command must end in seconds or report what is too large, and where. */

type Part = Readonly<Record<string, unknown>>;

const ref = (name: string): Part => ({ $ref: `#/components/schemas/${name}` });

const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

/** A document whose messages have the schema S0. */
function documentOf(schemas: Part, operation: Part = {}): Part {
  const content = { "application/json": { schema: ref("S0") } };
  return {
    openapi: "3.1.0",
    info: { title: "Hostile", version: "1.0.0" },
    paths: {
      "/a": {
        post: {
          operationId: "sendIt",
          requestBody: { content },
          responses: { 200: { description: "Done.", content } },
          ...operation,
        },
      },
    },
    components: { schemas },
  };
}

/** A chain of schemas. Two documents differ in the last one. */
function chainOf(length: number, link: (next: Part) => Part, maxLength: number): Part {
  const last = { type: "object", properties: { x: { type: "string", maxLength } } };
  const links = times(length, (index) => [`S${index}`, link(ref(`S${index + 1}`))] as const);
  return documentOf(Object.fromEntries([...links, [`S${length}`, last]]));
}

const nested = (levels: number) => `${'{"a":'.repeat(levels)}1${"}".repeat(levels)}`;
const yaml = "openapi: 3.1.0\ninfo: {title: x, version: '1'}\n";
const both = (next: Part): Part => ({ a: next, b: next });

/** A specification whose messages have the type S0. */
const typeSpec = (body: string) =>
  `import "@typespec/http";\nusing Http;\n@service namespace Hostile;\n@post op sendIt(@body body: S0): S0;\n${body}`;

/** A chain of types. */
const chainOfTypes = (length: number, link: (index: number, next: string) => string) =>
  typeSpec(
    [
      ...times(length, (index) => link(index, `S${index + 1}`)),
      `model S${length} { x: string }`,
    ].join("\n"),
  );

const commands = ["diff", "import", "generate", "replay"] as const;

interface Hostile extends Partial<Record<(typeof commands)[number], RegExp>> {
  readonly of: (size: number) => Part | string | Uint8Array;
}

/** By name: a document that differs by `size`, and the expected output of each command that is tried. */
const documents: Readonly<Record<string, Hostile>> = {
  "a long line of inheritance": {
    of: () => chainOfTypes(300, (at, next) => `model S${at} extends ${next} { f${at}: string }`),
    generate: /15 files/,
  },
  "models that hold the next one twice": {
    of: () => chainOfTypes(20, (at, next) => `model S${at} { a: ${next}; b: ${next} }`),
    generate: /15 files/,
    replay: /nothing valid can be derived for sendIt: .* more than 10000 steps/,
  },
  "models that all refer to all": {
    of: () =>
      typeSpec(
        times(
          8,
          (at) => `model S${at} { ${times(8, (to) => `p${to}?: S${to}`).join(";")} }\n`,
        ).join(""),
      ),
    generate: /15 files/,
    replay: /1 passed/,
  },
  "a text of a billion letters": {
    of: () => typeSpec("model S0 { @minLength(1000000000) a: string }"),
    replay: /main\.tsp:5[^]*no text was found|no text was found[^]*main\.tsp:5/,
  },
  "models without names": {
    of: () =>
      chainOfTypes(25, (at, next) => `model S${at} { a: { ...${next} }; b: { ...${next} } }`),
    generate: /main\.tsp:\d+:\d+ - error too-many-parts/,
  },
  "allOf of shared schemas": {
    of: (size) => chainOf(24, (next) => ({ allOf: [next, { allOf: [next] }] }), size),
    diff: /"pointer": "\/x"|too large to look/,
  },
  "properties of shared schemas": {
    of: (size) => chainOf(20, (next) => ({ required: ["a", "b"], properties: both(next) }), size),
    diff: /max-length/,
  },
  "a chain of references": {
    of: (size) => chainOf(300, (next) => ({ properties: { a: next } }), size),
    diff: /max-length-/,
  },
  "schemas that all refer to all": {
    of: (size) =>
      documentOf(
        Object.fromEntries(
          times(30, (index) => [
            `S${index}`,
            {
              type: "object",
              properties: Object.fromEntries([
                ...times(30, (to) => [`p${to}`, ref(`S${to}`)] as const),
                ["x", { type: "string", maxLength: size }],
              ]),
            },
          ]),
        ),
      ),
    diff: /max-length/,
  },
  "a union of 600": {
    of: (size) =>
      documentOf({ S0: { oneOf: times(600, (index) => ({ const: `${index} of ${size}` })) } }),
    diff: /value/,
  },
  "an object of 1,500": {
    of: (size) => {
      const names = times(1500, (index) => `f${index}`);
      const fields = names.map((name) => [name, { type: "string", maxLength: size }] as const);
      return documentOf({
        S0: { type: "object", required: names, properties: Object.fromEntries(fields) },
      });
    },
    diff: /too large to look/,
  },
  "lengths of a billion": {
    of: (size) =>
      documentOf({
        S0: { type: "array", minItems: size * 1e8, items: { type: "string", minLength: 1e9 } },
      }),
    diff: /min-items/,
  },
  "a pattern of exponential time": {
    of: (size) => documentOf({ S0: { type: "string", pattern: `^(a+)+${"b".repeat(size)}$` } }),
    diff: /pattern/,
    import: /more than linear time/,
  },
  "names that objects have": {
    of: (size) =>
      documentOf(
        JSON.parse(
          `{"S0":{"type":"object","required":["__proto__","constructor"],"properties":{"__proto__":{"type":"string"},"constructor":{"maxLength":${size},"type":"string"}}}}`,
        ) as Part,
      ),
    diff: /max-length/,
  },
  "names that are paths and code": {
    of: () => documentOf({ S0: ref("..~1..~1evil"), "../../evil": { type: "object" }, "*/": {} }),
    diff: /"changes": \[\]/,
    import: /#\/components\/schemas\/\.\.~1\.\.~1evil: name that OpenAPI does not allow/,
  },
  "operations inside of others": {
    of: () => {
      const [a] = Object.values(documentOf({})["paths"] as Record<string, { post: Part }>);
      const named = (operationId: string): Part => ({ ...a?.post, operationId });
      const S0 = { required: [""], properties: { "": {}, "*/": {}, "../../evil": {} } };
      const paths = { "/a": { get: named("a"), put: named("a.b"), post: named("S0.x") } };
      return { ...documentOf({ S0 }), paths };
    },
    import: /a\.b: renamed to a_b \(and 1 more place\)[^]*main\.tsp compiles/,
  },
  "a parameter that is itself": {
    of: () => {
      const parameters = [{ $ref: "#/paths/~1a/post/parameters/0" }];
      return documentOf({ S0: {} }, { parameters });
    },
    diff: /the reference #\/paths\/~1a\/post\/parameters\/0 leads to itself/,
    import: /post\/parameters\/0: the reference #\S+ leads to itself: removed/,
  },
  "variants that extend their union": {
    of: (maxLength) => {
      const own = { type: "object", properties: { x: { type: "string", maxLength } } };
      const [S1, S2] = [{ allOf: [ref("S0"), own] }, { allOf: [ref("S0")] }];
      const discriminator = { propertyName: "kind" };
      const plain = { properties: { kind: { type: "string" } }, required: ["kind"] };
      const union = { oneOf: [ref("S1"), ref("S2")], discriminator };
      return documentOf({ S0: { allOf: [union, plain] }, S1, S2 });
    },
    diff: /"max-length-/,
    import: /they extend #\/components\/schemas\/S0Base now/,
  },
  "keywords of other types": {
    of: (size) => documentOf({ S0: { enum: size, allOf: "x" } }),
    diff: /#\/components\/schemas\/S0: enum is 9, but must be a list; it is ignored/,
    import: /#\/components\/schemas\/S0: enum is 9, but must be a list; removed/,
  },
  "deep JSON": { of: () => nested(5000), diff: /:1:\d+: nests/, import: /:1:\d+: nests/ },
  "aliases of aliases": {
    of: () =>
      `${yaml}a0: &a0 [x]\n${times(40, (index) => `a${index + 1}: &a${index + 1} [*a${index}, *a${index}]\n`).join("")}`,
    diff: /:\d+:\d+: becomes many times larger/,
    import: /:\d+:\d+: becomes many times larger/,
  },
  "an alias of itself": {
    of: () => `${yaml}a: &a {b: *a}\n`,
    diff: /:3:11: \*a is inside its own anchor/,
    import: /:3:11: \*a is inside/,
  },
  "a name twice": {
    of: () => '{\n"openapi": "3.1.0",\n"openapi": "3.0.0"}',
    diff: /:3:1: has the name "openapi" twice/,
  },
  "a number beyond all": { of: () => '{"a": 1e999}', diff: /:1:7: 1e999 is too large/ },
  "bytes that are no text": {
    of: () => Buffer.from('{"a": "\xE9"}', "latin1"),
    diff: /old:1:8: is not UTF-8/,
    import: /old:1:8: is not UTF-8/,
  },
  nothing: { of: () => "", diff: /not an OpenAPI document/, import: /not an OpenAPI document/ },
};

const runs = Object.entries(documents).flatMap(([name, { of, ...saids }]) =>
  commands.flatMap((command) => {
    const said = saids[command];
    return said ? [{ command, name, of, said }] : [];
  }),
);

const filesOf = {
  diff: ["old", "new"],
  import: ["old"],
  generate: ["main.tsp"],
  replay: ["main.tsp"],
};

// The replay runs on a mock, so it also covers `mock`.
const argumentsOf = {
  diff: ["diff", ...filesOf.diff, "--json"],
  import: ["import", ...filesOf.import],
  generate: ["generate", ...filesOf.generate],
  replay: ["replay", "generated/hostile", "--mock"],
};

/** An ordinary run plays a sixth of them. */
const played = drawn(runs, 1 / 6, "hostile documents");

test.concurrent.each(played)("$command ends: $name", async ({ command, of, said }) => {
  const files = filesOf[command];
  const written = files.map((file, index) => [file, of(9 - index)] as const);
  await using folder = await folderWith(Object.fromEntries(written));
  await symlink(resolve("node_modules"), folder.of("node_modules"));
  if (command === "replay") await contract(["generate", ...files], folder.path);
  const { status, output } = await contract(argumentsOf[command], folder.path);
  expect(output).toMatch(said);
  expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$|Maximum call stack|because of a bug/m);
  expect(status).toBeLessThanOrEqual(2);
});

/** Runs the command in its own process, which can be stopped. */
async function contract(args: string[], cwd: string) {
  const command = [resolve("scripts/cli/contract.ts"), ...args];
  const { code, stdout, stderr } = await run(process.execPath, command, { cwd, timeout: 60_000 });
  return { status: code, output: stdout + stderr };
}
