import tseslint from "typescript-eslint";
import { foreignWords } from "./scripts/lint/foreign-words.ts";

/** Imports point one way; each entry says what a folder may not reach. */
const forbidden = {
  contract: ["client", "server", "conformance", "scripts", "spec", "generated"],
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
  // What measures the suite is no part of it.
  conformance: ["scripts", "lab"],
  "conformance/lab": ["scripts"],
};

/** The gateway's own words, which the parts that work for any contract do not know. */
const gatewayWords = {
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
    // What comes before what.
    "in order",
    "in that order",
    "in the order",
    "in this order",
    "no order",
    "the same order",
    "SourceOrder",
  ],
};

export default tseslint.config(
  { ignores: ["**/dist", ".data", "generated", "**/*.js"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
  {
    rules: {
      "@typescript-eslint/no-unused-vars": [
        "error",
        { ignoreRestSiblings: true, argsIgnorePattern: "^_" },
      ],
      "@typescript-eslint/restrict-template-expressions": [
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
      // There are no enums here, and the rule takes computed keys for some.
      "@typescript-eslint/no-unsafe-enum-assignment": "off",
    },
  },
  {
    files: [
      "client/runtime/**/*.ts",
      "conformance/**/*.ts",
      "contract/**/*.ts",
      "scripts/**/*.ts",
      "server/skeleton/**/*.ts",
      "spec/library/**/*.ts",
    ],
    ignores: [
      // The provider states of one service are that service's.
      "conformance/provider-states/**",
      // What is measured is this service; how, is not.
      "conformance/lab/mutation/groups.ts",
      // Faults are those of one server and one client.
      "conformance/lab/fixtures/faults/**",
      // These test the gateway and its client, not the parts themselves.
      "client/runtime/**/*.test.ts",
      "conformance/**/*.test.ts",
      "conformance/{testing,lab/testing,lab/gateway-tests}/**",
    ],
    plugins: { contract: { rules: { "foreign-words": foreignWords } } },
    rules: { "contract/foreign-words": ["error", gatewayWords] },
  },
  ...Object.entries(forbidden).map(([folder, others]) => ({
    files: [`${folder}/**/*.ts`],
    // Only the tests that cross boundaries reach across them.
    ignores: ["conformance/**/*.test.ts", "conformance/{testing,lab/testing,lab/gateway-tests}/**"],
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
