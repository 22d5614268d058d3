import { join } from "node:path";
import { parseArgs } from "node:util";
import { describeResult, jsonResult, type CheckResult, type Reporter } from "../check/result.ts";
import { compileSpec } from "../generate/compile.ts";
import { checkSources, lintSources } from "../check/sources.ts";
import { checkSpecification } from "../check/specification.ts";

export const help = `contract check [ENTRY] [--out DIR] [--version NAME]

Fails when the specification breaks a lint rule, when a sample breaks its own schema, when one of its patterns or a regular expression of a generated validator
may take more than linear time, when one of its recursive unions takes exponential time, when a row of the documented
interface has no place or no sample, when a generated file is not what the specification gives, or when a source is not
formatted, breaks a lint rule, does not typecheck or, in contract, server, client or src, has a regular expression that may
take more than linear time. Sources are formatted by prettier, linted by eslint and compiled by typescript, in the version
and with the settings of the project, where its package.json names them; what it does not name is skipped and told.

  ENTRY             TypeSpec file                     (default: spec/main.tsp)
  --out DIR         folder of the generated files     (default: generated)
  --version NAME    as of contract generate
  --generated-only  compare the generated files, and nothing else
  --spec-only       check the specification and the generated files, and no other source
  --json            print the results as JSON

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
      json: { type: "boolean", default: false },
    },
  });
  const results: CheckResult[] = [];
  const report: Reporter = (result) => {
    results.push(result);
    if (!values.json) console.log(describeResult(result));
  };
  const entry = positionals[0] ?? join("spec", "main.tsp");
  const isWhole = !values["generated-only"] && !values["spec-only"];
  const stop = new AbortController();
  const lint = async () => {
    report(await lintSources(stop.signal));
  };
  const others = async () => {
    await checkSpecification(
      await compileSpec(entry, { versions: values.version }),
      values.out,
      values["generated-only"],
      report,
    );
    if (isWhole) await checkSources(entry, report);
  };
  try {
    // Each takes one processor. Linting takes as long as all the others.
    await Promise.all([others(), ...(isWhole ? [lint()] : [])]);
  } finally {
    stop.abort();
  }
  if (values.json) console.log(JSON.stringify(results.map(jsonResult), null, 2));
  return results.every(({ outcome }) => outcome !== "failed") ? 0 : 1;
}
