import { annotationsOf } from "../check/annotate.ts";
import { groupsOf, runGroup } from "../check/groups.ts";
import { readCheckOptions } from "../check/options.ts";
import { describeGroup, summarize } from "../check/print.ts";
import { jsonResults, leftOutGroup } from "../check/result.ts";
import { printLines, printJson } from "../terminal/print.ts";
import { startStatusLine } from "../terminal/status-line.ts";

export const help = `contract check [ENTRY] [options]

Runs these groups of checks at the same time:

  specification  lint rules pass; samples fit their schemas; no pattern and no regular expression of a generated validator
                 can take more than linear time, and no recursive union exponential time; every requirement of the
                 documented interface has a place, and a sample or a step of a scenario; the generated files are up to date
  sources        handlers, calls and other sources typecheck; no regular expression in contract, server, client or src can
                 take more than linear time
  changes        no change of the contract is breaking, and info.version announces the changes (contract diff --gate)
  replay         the project's server passes the samples, or a mock if the project names no server

Sources are typechecked by the typescript that package.json names, with the project's tsconfig.json. Without one of them,
this check is skipped and reported.

  ENTRY             TypeSpec file                     (default: spec/main.tsp)
  --out DIR         folder of the generated files     (default: generated)
  --version NAME    as in contract generate
  --base REVISION   the base of the changes           (default: where the current branch left the main one)
  --without GROUP   leave a group out; can be repeated
  --generated-only  only compare the generated files
  --spec-only       only check the specification and the generated files
  --json            print only the results, as JSON
  --github          also print failures as annotations of a GitHub workflow (default: if GITHUB_ACTIONS is true)

The command contract.check.replay of package.json starts the server. It gets the address to listen on (HOST, PORT) and an
empty folder (DATA_DIR). Below a prefix: {"command": "…", "basePath": "/api/v1"}. An object with other names has one server
for each contract, by its name.

The lint rules of the specification are those that its tspconfig.yaml extends. The documented requirements are the YAML files of
the folder requirements beside ENTRY, if it exists. Output has no colours if it does not go to a terminal or if NO_COLOR is set.

Exit status: 0 everything checked has passed, 1 something failed, 2 something could not be checked.
`;

/** Checks that specification, generated files, sources, versions and server fit together. */
export async function check(args: string[]): Promise<number> {
  const options = readCheckOptions(args);
  const { isJson, isGithub } = options;
  const all = await groupsOf(options);
  const groups = all.filter(({ name }) => !options.without.has(name));
  using status = startStatusLine();
  const left = new Set(groups.map(({ name }) => name));
  const showLeft = () => {
    if (left.size > 0) status.show(`checking ${[...left].join(", ")}`);
  };
  showLeft();
  const checked = await Promise.all(
    groups.map(async (group) => {
      const result = await runGroup(group);
      status.clear();
      if (!isJson) printLines(describeGroup(result));
      if (isGithub) process.stdout.write(annotationsOf(result));
      left.delete(group.name);
      showLeft();
      return result;
    }),
  );
  const results = all.map(
    ({ name }) =>
      checked.find(({ group }) => group === name) ??
      leftOutGroup(name, options.without.get(name) ?? ""),
  );
  if (isJson) printJson(jsonResults(results));
  else printLines(summarize(results));
  if (results.some(({ isImpossible }) => isImpossible)) return 2;
  return results.every(({ outcome }) => outcome !== "failed") ? 0 : 1;
}
