import { dirname, join } from "node:path";
import { parseArgs } from "node:util";
import {
  describeResult,
  jsonResult,
  summarize,
  type CheckResult,
  type Reporter,
} from "../check/result.ts";
import { checkForm, checkSources } from "../check/sources.ts";
import { compileSpec } from "../generate/compile.ts";
import { checkSpecification } from "../check/specification.ts";
import {
  digests,
  isBelow,
  noteResults,
  resultsBefore,
  type CheckGroup,
} from "../check/unchanged.ts";

export const help = `contract check [ENTRY] [--out DIR] [--version NAME]

Fails when the specification breaks a lint rule, when a sample breaks its own schema, when one of its patterns or a regular expression of a generated validator
may take more than linear time, when one of its recursive unions takes exponential time, when a row of the documented
interface has no place or no sample, when a generated file is not what the specification gives, or when a source is not
formatted, breaks a lint rule, does not typecheck or, in contract, server, client or src, has a regular expression that may
take more than linear time. Sources are formatted by oxfmt or prettier, linted by oxlint or eslint and compiled by typescript, in the version
and with the settings of the project, where its package.json names them; what it does not name is skipped and told.

  ENTRY             TypeSpec file                     (default: spec/main.tsp)
  --out DIR         folder of the generated files     (default: generated)
  --version NAME    as of contract generate
  --generated-only  compare the generated files, and nothing else
  --spec-only       check the specification and the generated files, and no other source
  --all             check also what has not changed since it passed
  --json            print the results as JSON

Checks that passed are left out, and told as unchanged, until something changes that they look at. What passed is noted in
node_modules/.cache/contract; where git does not tell the files of the project, everything is checked.

The rules are those that the specification's tspconfig.yaml extends. The rows are the YAML files of the folder interface
beside ENTRY, if there is one.
`;

/** Checks the specification and the generated files, then formats, lints and typechecks the sources. */
export async function check(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      out: { type: "string", default: "generated" },
      version: { type: "string", multiple: true, default: [] },
      "generated-only": { type: "boolean", default: false },
      "spec-only": { type: "boolean", default: false },
      all: { type: "boolean", default: false },
      json: { type: "boolean", default: false },
    },
  });
  const results: CheckResult[] = [];
  const report: Reporter = (result) => {
    results.push(result);
    if (!values.json) console.log(describeResult(result));
  };
  const entry = positionals[0] ?? join("spec", "main.tsp");
  const { out } = values;
  const isGeneratedOnly = values["generated-only"];
  const specification: Checks = {
    key: JSON.stringify(["specification", entry, out, isGeneratedOnly, values.version]),
    // A specification may import others and decorators from anywhere, and its settings may stand above it.
    reads: (file) =>
      isBelow(dirname(entry), file) ||
      isBelow(out, file) ||
      /(\.tsp|\.[cm]?js|tspconfig\.yaml|package\.json)$/.test(file),
    run: async (tell) => {
      const spec = await compileSpec(entry, { versions: values.version });
      await checkSpecification(spec, out, isGeneratedOnly, tell);
    },
  };
  const sources: Checks = {
    key: "sources",
    reads: (file) => /\.(json|[cm]?[jt]sx?)$/.test(file),
    run: checkSources,
  };
  const form: Checks = {
    key: JSON.stringify(["form", entry]),
    reads: () => true,
    run: (tell) => checkForm(entry, tell),
  };
  const isWhole = !isGeneratedOnly && !values["spec-only"];
  const groups = isWhole ? [specification, sources, form] : [specification];
  const known = values.all ? undefined : digests(groups);
  await Promise.all(
    groups.map((group, index) => runUnlessUnchanged(group, known?.[index], report)),
  );
  if (values.json) console.log(JSON.stringify(results.map(jsonResult), null, 2));
  else console.log(summarize(results));
  return results.every(({ outcome }) => outcome !== "failed") ? 0 : 1;
}

interface Checks extends CheckGroup {
  readonly run: (report: Reporter) => Promise<void>;
}

async function runUnlessUnchanged(
  group: Checks,
  digest: string | undefined,
  report: Reporter,
): Promise<void> {
  const before = digest === undefined ? undefined : resultsBefore(group, digest);
  if (before) {
    before.forEach(report);
    return;
  }
  const results: CheckResult[] = [];
  await group.run((result) => {
    results.push(result);
    report(result);
  });
  if (digest !== undefined) noteResults(group, digest, results);
}
