import tseslint from "typescript-eslint";
import { forbiddenVocabulary } from "./scripts/lint/forbidden-vocabulary.ts";

/** The folders whose files import one another by path; packages of this repository are imported by their names. */
const folders = ["bench", "client", "conformance", "generated", "scripts", "server", "spec"];

/**
 * Imports point one way: what of the folders beside it each may import. A later line holds for a folder inside an earlier
 * one. `docs/architecture.md` has the table.
 */
const imports = [
  { of: "contract", may: [] },
  { of: "contract/**/!(*.test)", may: [], packages: false },
  { of: "client", may: ["generated", "@contract-toolkit/client"], never: ["runtime"] },
  { of: "client/**/*.test", may: ["generated", "@contract-toolkit/client"] },
  { of: "client/runtime", may: [] },
  { of: "server/skeleton", may: [], never: ["gateway"] },
  // Generates the contract that the skeleton's tests serve; the generator knows no server.
  { of: "server/skeleton/testing", may: ["scripts"], never: ["gateway"] },
  { of: "server/gateway", may: ["generated"] },
  { of: "server/gateway/domain", may: [], never: ["skeleton", "storage", "handlers"] },
  { of: "server/gateway/storage", may: [], never: ["skeleton", "handlers"] },
  { of: "spec/interface", may: ["scripts"] },
  { of: "spec/library", may: [] },
  { of: "scripts", may: ["@contract-toolkit/typespec"] },
  {
    of: "scripts/{commands,diff,replay}",
    may: ["@contract-toolkit/typespec", "@contract-toolkit/conformance"],
  },
  { of: "conformance", may: entries(), never: ["lab"] },
  // Starts the implementations that the suite's tests need.
  { of: "conformance/testing", may: [...entries(), "scripts", "server/skeleton"], never: ["lab"] },
  { of: "conformance/lab", may: folders.filter((name) => name !== "bench") },
];

/** What others import of client, server and generated contracts. */
function entries() {
  return [
    "client/[^/]+.ts",
    "server/skeleton/index.ts",
    "generated/[^/]+/(index.ts|operations.js|events.ts)",
  ];
}

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
  { ignores: ["**/dist", ".data", "generated", "**/*.js", "scripts/new/template"] },
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
    plugins: { contract: { rules: { "forbidden-vocabulary": forbiddenVocabulary } } },
    rules: { "contract/forbidden-vocabulary": ["error", gatewayWords] },
  },
  {
    files: ["**/*.test.ts", "**/{testing,fixtures,lab}/**/*.ts"],
    ignores: ["server/skeleton/testing/listen.ts", "client/runtime/testing.ts"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "CallExpression[callee.property.name='listen'][arguments.0.value=0]",
          message:
            "Take a free port with `listen` of server/skeleton/testing, in the client of runtime/testing.ts.",
        },
      ],
    },
  },
  ...imports.map((each) => ({
    files: [each.of.includes("*") ? `${each.of}.ts` : `${each.of}/**/*.ts`],
    rules: { "no-restricted-imports": ["error", { patterns: refused(each) }] },
  })),
);

function refused({ of, may, never = [], packages = true }) {
  const isName = (each) => each.startsWith("@");
  const paths = may.filter((each) => !isName(each));
  const unless = except(paths.map((path) => (/\.[jt]s\)?$/.test(path) ? `${path}$` : `${path}/`)));
  const names = ["@contract-toolkit/kernel", ...may.filter(isName)];
  const unlessNamed = except(names.map((name) => `${name}(/|$)`));
  const message = `${of} does not import this; see docs/architecture.md, Imports.`;
  return [
    { regex: `^(\\.\\./)+${unless}(${folders.join("|")})/`, message },
    { regex: `^${unlessNamed}@contract-toolkit/`, message },
    ...never.map((name) => ({ regex: `^\\.{1,2}/(.*/)?${name}/`, message })),
    packages
      ? {
          regex: "^(\\.\\./)+contract/",
          message: "The kernel is imported as @contract-toolkit/kernel.",
        }
      : { regex: "^[^.]", message },
  ];
}

function except(patterns) {
  return patterns.length > 0 ? `(?!${patterns.join("|")})` : "";
}
