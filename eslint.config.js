import tseslint from "typescript-eslint";

/** Imports point one way; each entry says what a folder may not reach. */
const forbidden = {
  "scripts/generate/templates": [
    "client",
    "server",
    "conformance",
    "scripts",
    "spec",
    "generate",
  ],
  client: ["server", "conformance", "scripts", "spec"],
  "server/skeleton": ["client", "conformance", "scripts", "spec", "gateway"],
  "server/gateway": ["client", "conformance", "scripts", "spec"],
  "server/gateway/domain": [
    "client",
    "conformance",
    "scripts",
    "spec",
    "generated",
    "skeleton",
    "storage",
    "handlers",
  ],
  "server/gateway/storage": [
    "client",
    "conformance",
    "scripts",
    "spec",
    "generated",
    "skeleton",
    "handlers",
  ],
  scripts: ["client", "server"],
  conformance: ["scripts"],
};

export default tseslint.config(
  { ignores: ["**/dist", ".data", "generated", "**/*.js"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true },
      ],
      // There are no enums here, and the rule takes computed keys for some.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
    },
  },
  ...Object.entries(forbidden).map(([folder, others]) => ({
    files: [`${folder}/**/*.ts`],
    // Only the tests that cross boundaries reach across them.
    ignores: ["conformance/**/*.test.ts", "conformance/testing/**"],
    rules: {
      "no-restricted-imports": [
        "error",
        {
          patterns: others.map((other) => ({
            regex: `^\\.{1,2}/(.*/)?${other}/`,
            message: `${folder} does not import from ${other}; see docs/architecture.md, Imports.`,
          })),
        },
      ],
    },
  })),
);
