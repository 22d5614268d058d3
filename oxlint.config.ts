import { existsSync } from "node:fs";
import { join } from "node:path";
import { defineConfig, type OxlintOverride } from "oxlint";
import type { Vocabulary } from "./scripts/repository/oxlint-plugin/forbidden-vocabulary.ts";

/** What tests of several parts together may import. */
const everything = [
  "@contract-toolkit/schemas",
  ...["client", "conformance", "docs", "generated", "scripts", "server", "spec"],
];

/** What each floor of the gateway may import beside the floors below it. */
const ofGateway = [
  "generated",
  "@contract-toolkit/api-reference",
  "@contract-toolkit/inspector",
  "@contract-toolkit/openapi-validator-engine",
  "@contract-toolkit/skeleton",
];

/** The packages that the command uses. */
const commandMay = [
  "@contract-toolkit/api-reference",
  "@contract-toolkit/conformance",
  "@contract-toolkit/diff",
  "@contract-toolkit/generate",
  "@contract-toolkit/import",
  "@contract-toolkit/mock",
  "@contract-toolkit/proxy",
  "@contract-toolkit/schemas",
];

/**
 * Imports point one way. Each line lists the folders and packages that the files of a folder may import beside that folder. A line
 * for a folder inside another folder replaces the line of the outer folder. `docs/architecture.md` has the same table.
 */
const imports: readonly Direction[] = [
  { of: "contract", may: [] },
  { of: "contract", may: [], packages: false, tests: false },
  { of: "contract/schemas", may: [] },
  { of: "client", may: ["generated", "@contract-toolkit/client"], never: "client/runtime" },
  { of: "client/**/*.test", may: ["generated", "@contract-toolkit/client"] },
  { of: "client/runtime", may: [], tests: false },
  { of: "server/skeleton", may: [] },
  { of: "server/inspector", may: ["@contract-toolkit/skeleton"] },
  { of: "server/openapi-validator-engine", may: ["@contract-toolkit/skeleton"] },
  { of: "server/api-reference", may: ["@contract-toolkit/inspector"] },
  ...["api-reference", "inspector", "openapi-validator-engine"].map((name) => ({
    of: `server/${name}/**/*.test`,
    may: ["server/skeleton", "@contract-toolkit/skeleton", "@contract-toolkit/inspector"],
  })),
  // Generates the contract that the skeleton's tests serve. The generator itself imports no server.
  { of: "server/skeleton/testing", may: ["scripts", "server/skeleton"] },
  { of: "server/gateway", may: [...ofGateway, "server/skeleton/testing"] },
  ...gatewayFloors(),
  // Sets up the gateway's provider states for the suite.
  {
    of: "server/provider-states",
    may: ["generated", "server/gateway", "@contract-toolkit/conformance"],
  },
  { of: "spec/requirements", may: ["scripts"] },
  { of: "spec/library", may: [] },
  { of: "scripts/repository", may: ["scripts/cli"] },
  { of: "scripts/repository/judges", may: [...everything, ...commandMay] },
  {
    of: "scripts/generate",
    may: ["@contract-toolkit/schemas", "@contract-toolkit/typespec"],
  },
  // Reads which rows the scenarios show.
  {
    of: "scripts/generate/traceability",
    may: [
      "scripts/generate",
      "@contract-toolkit/schemas",
      "@contract-toolkit/typespec",
      "@contract-toolkit/conformance",
    ],
  },
  { of: "scripts/diff", may: ["@contract-toolkit/schemas"] },
  { of: "scripts/import", may: ["@contract-toolkit/schemas"] },
  // A mock serves with the server skeleton what the suite reads of a contract.
  {
    of: "scripts/mock",
    may: [
      "@contract-toolkit/conformance",
      "@contract-toolkit/inspector",
      "@contract-toolkit/schemas",
      "@contract-toolkit/skeleton",
    ],
  },
  // A proxy judges requests as a server does, and responses as the suite does.
  {
    of: "scripts/proxy",
    may: [
      "@contract-toolkit/conformance",
      "@contract-toolkit/inspector",
      "@contract-toolkit/mock",
      "@contract-toolkit/schemas",
      "@contract-toolkit/skeleton",
    ],
  },
  { of: "scripts/create", may: ["@contract-toolkit/cli"] },
  { of: "scripts/cli", may: commandMay },
  { of: "conformance", may: [...entries(), "@contract-toolkit/schemas"] },
  {
    of: "conformance/**/*.test",
    may: [...entries(), "@contract-toolkit/schemas", "server/provider-states"],
  },
  // Starts the servers and clients that the suite's tests need.
  { of: "conformance/testing", may: ["conformance", ...entries(), "scripts", "server/skeleton"] },
  // Tests of several parts together.
  { of: "server/gateway/{testing,tests}", may: everything },
  { of: "server/openapi-validator-engine/comparison", may: everything },
  { of: "scripts/**/*.test", may: [...everything, ...commandMay, "oxlint.config.ts"] },
  {
    of: "scripts/{generate/integration,generate/testing,import/testing,repository/packages/testing}",
    may: everything,
  },
];

interface Direction {
  readonly of: string;
  readonly may: readonly string[];
  readonly never?: string;
  /** Whether it may import npm packages. */
  readonly packages?: boolean;
  /** Whether the line applies to its tests. */
  readonly tests?: boolean;
}

/** Every import leads to a lower floor. No adapter of the domain's ports knows another. */
function gatewayFloors(): readonly Direction[] {
  const below = (...names: readonly string[]) => names.map((name) => `server/gateway/${name}`);
  const common = below("platform", "domain");
  const adapters = below("storage", "callbacks", "bank");
  const floors: Readonly<Record<string, readonly string[]>> = {
    process: [...ofGateway, ...below("http"), ...adapters, ...common],
    // Pages in the browser get the modules of the inspector by their paths.
    http: [...ofGateway, "server/inspector", ...adapters, ...common],
    storage: common,
    callbacks: ["generated", ...common],
    bank: common,
    platform: below("domain"),
    domain: [],
  };
  return Object.entries(floors).map(([name, may]) => ({
    of: `server/gateway/${name}`,
    may,
    tests: false,
  }));
}

/** The public entries of client, server and generated contracts. */
function entries() {
  return [
    "client/[^/]+.ts",
    "server/skeleton/index.ts",
    "generated/[^/]+/(index.ts|operations.js|events.ts)",
  ];
}

/** Words of the gateway that must not occur in the parts that work for any contract. */
export const gatewayWords: Vocabulary = {
  words: [
    "3ds",
    "amount",
    "authorization",
    "bank",
    "card",
    "charge",
    "checkout",
    "currency",
    "enrollment",
    "fee",
    "gateway",
    "installment",
    "issuer",
    "merchant",
    "order",
    "otp",
    "paid",
    "partner",
    "pay",
    "payer",
    "payment",
    "refund",
    "reversal",
    "threeds",
    "transaction",
    "vnd",
    "wallet",
  ],
  phrases: [
    // The HTTP header.
    '"Authorization"',
    // Sequences.
    "in order",
    "in that order",
    "in the order",
    "in this order",
    "no order",
    "the same order",
    "SourceOrder",
    // Options of Scalar.
    "orderSchemaPropertiesBy",
    "orderRequiredPropertiesFirst",
  ],
};

/** Functions of Node.js that make files. */
const fileWriters = ["node:fs", "node:fs/promises"].map((name) => ({
  name,
  importNames: ["appendFile", "copyFile", "cp", "open", "writeFile", "createWriteStream"].flatMap(
    (each) => [each, `${each}Sync`],
  ),
  message: "Files are made by platform/security/new-file.ts.",
}));

/** Rules beyond the linter's category `correctness`. Most of them need type information. */
const strictRules = [
  "no-var",
  "prefer-const",
  "prefer-rest-params",
  "prefer-spread",
  "typescript/ban-ts-comment",
  "typescript/no-confusing-void-expression",
  "typescript/no-deprecated",
  "typescript/no-dynamic-delete",
  "typescript/no-empty-object-type",
  "typescript/no-explicit-any",
  "typescript/no-extraneous-class",
  "typescript/no-generated-empty-object-type",
  "typescript/no-invalid-void-type",
  "typescript/no-misused-promises",
  "typescript/no-mixed-enums",
  "typescript/no-namespace",
  "typescript/no-non-null-asserted-nullish-coalescing",
  "typescript/no-non-null-assertion",
  "typescript/no-require-imports",
  "typescript/no-unnecessary-boolean-literal-compare",
  "typescript/no-unnecessary-condition",
  "typescript/no-unnecessary-template-expression",
  "typescript/no-unnecessary-type-arguments",
  "typescript/no-unnecessary-type-assertion",
  "typescript/no-unnecessary-type-constraint",
  "typescript/no-unnecessary-type-conversion",
  "typescript/no-unnecessary-type-parameters",
  "typescript/no-unsafe-argument",
  "typescript/no-unsafe-assignment",
  "typescript/no-unsafe-call",
  "typescript/no-unsafe-enum-comparison",
  "typescript/no-unsafe-function-type",
  "typescript/no-unsafe-member-access",
  "typescript/no-unsafe-return",
  "typescript/only-throw-error",
  "typescript/prefer-literal-enum-member",
  "typescript/prefer-promise-reject-errors",
  "typescript/prefer-reduce-type-parameter",
  "typescript/prefer-return-this-type",
  "typescript/related-getter-setter-pairs",
  "typescript/require-await",
  "typescript/restrict-plus-operands",
  "typescript/return-await",
  "typescript/unified-signatures",
  "typescript/use-unknown-in-catch-callback-variable",
];

export default defineConfig({
  ignorePatterns: [
    "**/dist",
    ".data",
    "generated",
    "**/*.js",
    "scripts/cli/new/template",
    "docs/examples",
    // Types are known only where the packages are installed.
    ...["bench", "docs/site", "scripts/repository/judges"].filter(
      (folder) => !existsSync(join(folder, "node_modules")),
    ),
  ],
  options: { typeAware: true, denyWarnings: true, reportUnusedDisableDirectives: "error" },
  plugins: ["typescript", "oxc", "import"],
  jsPlugins: ["./scripts/repository/oxlint-plugin/plugin.ts"],
  categories: { correctness: "error" },
  rules: {
    ...Object.fromEntries(strictRules.map((rule) => [rule, "error" as const])),
    "no-unused-vars": ["error", { ignoreRestSiblings: true, argsIgnorePattern: "^_" }],
    "typescript/restrict-template-expressions": [
      "error",
      {
        allowAny: false,
        allowBoolean: false,
        allowNever: false,
        allowNullish: false,
        allowNumber: true,
        allowRegExp: false,
      },
    ],
    "import/no-cycle": ["error", { ignoreTypes: false }],
    // Sorting strings by code units gives the same order on every machine.
    "typescript/require-array-sort-compare": "off",
    // Some expressions search for control characters.
    "no-control-regex": "off",
  },
  overrides: [
    {
      files: [
        "bench/lab/**/*.ts",
        "client/runtime/**/*.ts",
        "conformance/**/*.ts",
        "contract/**/*.ts",
        "scripts/**/*.ts",
        "server/{inspector,openapi-validator-engine,reference,skeleton}/**/*.ts",
        "spec/library/**/*.ts",
      ],
      excludeFiles: [
        // Lists the services that are measured.
        "bench/lab/mutation/groups.ts",
        // These faults belong to the gateway and its client.
        "bench/lab/fixtures/mutants/**",
        // These test the gateway and its client.
        "client/runtime/**/*.test.ts",
        "{bench/lab,conformance}/**/*.test.ts",
        "bench/lab/testing/**",
        "scripts/**/*.test.ts",
        "scripts/generate/{integration,testing}/**",
        "server/openapi-validator-engine/comparison/**",
      ],
      rules: { "contract/forbidden-vocabulary": ["error", gatewayWords] },
    },
    {
      // Printed text may come from outside. terminal/print.ts escapes it.
      files: ["scripts/**/*.ts"],
      excludeFiles: ["**/*.test.ts", "**/testing/**"],
      rules: { "no-console": "error" },
    },
    {
      // A file for data or secrets must not follow a planted link, and must be whole, on disk and for its user only.
      files: ["server/gateway/**/*.ts"],
      excludeFiles: ["**/*.test.ts", "**/{testing,tests}/**", "**/platform/security/new-file.ts"],
      rules: { "no-restricted-imports": ["error", { paths: fileWriters }] },
    },
    {
      files: ["**/*.test.ts", "**/{testing,fixtures,lab}/**/*.ts", "server/gateway/tests/**/*.ts"],
      excludeFiles: ["server/skeleton/testing/listen.ts", "client/runtime/testing/serve.ts"],
      rules: { "contract/free-port": "error" },
    },
    ...imports.map((direction): OxlintOverride => ({
      files: [direction.of.includes("*") ? `${direction.of}.ts` : `${direction.of}/**/*.ts`],
      excludeFiles: direction.tests === false ? ["**/*.test.ts"] : [],
      rules: { "contract/import-direction": ["error", allowedImports(direction)] },
    })),
  ],
});

/** A regular expression for the files, from the root of the repository, and the packages that a folder may import. */
function allowedImports({ of, may, never, packages = true }: Direction) {
  const isName = (text: string) => text.startsWith("@");
  const own = of
    .replace(/[/]?[*].*/, "")
    .replace(/[{](.*)[}]/, (_, names: string) => `(${names.replaceAll(",", "|")})`);
  const paths = [own, ...may.filter((text) => !isName(text))]
    .map((path) => (path.includes(".") ? `${path}$` : `${path}/`))
    .join("|");
  const names = ["@contract-toolkit/contract", ...may.filter(isName)].join("|");
  const ofPackages = packages ? `|(?![.]|@contract-toolkit/)|(${names})(/|$)` : "";
  return {
    allowed: `^([.]/${never === undefined ? "" : `(?!${never}/)`}(${paths})${ofPackages})`,
    message: `${of} does not import this; see docs/architecture.md, Imports.`,
  };
}
