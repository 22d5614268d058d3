import { annotationsOf } from "../check/annotate.ts";
import { groupsOf } from "../check/groups.ts";
import { readOptions } from "../check/options.ts";
import { describeGroup, summarize } from "../check/print.ts";
import { jsonResults, unwanted } from "../check/result.ts";
import { runGroup } from "../check/run.ts";
import { digests } from "../check/unchanged.ts";
import { print, printJson } from "../output/print.ts";

export const help = `contract check [ENTRY] [--out DIR] [--version NAME] [--base REVISION]

Checks, in groups that run at the same time:

  specification  keeps its lint rules; its samples keep their schemas; no pattern and no regular expression of a generated
                 validator may take more than linear time, and no recursive union exponential time; every row of the
                 documented interface has a place, and a sample or a step of a scenario; the generated files are what the
                 specification gives
  sources        typecheck and keep lint rules; no regular expression in contract, server, client or src may take more than
                 linear time
  form           the specification and the sources are formatted
  changes        of the contract break nobody, and info.version says them (contract diff --gate)
  replay         the samples are kept by the server of the project, or by a mock where it names none

Sources are formatted by oxfmt or prettier, linted by oxlint or eslint and compiled by typescript, in the version and with the
settings of the project, where its package.json names them; what it does not name is skipped and told.

  ENTRY             TypeSpec file                     (default: spec/main.tsp)
  --out DIR         folder of the generated files     (default: generated)
  --version NAME    as of contract generate
  --base REVISION   what changes are told from        (default: where the current branch left the main one)
  --without GROUP   leave a group out; may be repeated
  --generated-only  compare the generated files, and nothing else
  --spec-only       check the specification and the generated files, and nothing else
  --all             check also what has not changed since it passed
  --json            print the results as JSON, and nothing else
  --github          print what failed also as annotations of a GitHub workflow (default: where GITHUB_ACTIONS is true)

A group that passed is left out, and told as unchanged, until something changes that it looks at. What passed is noted in
node_modules/.cache/contract; where git does not tell the files of the project, everything is checked.

The server is started by the command contract.check.replay of package.json, which is told where to listen (HOST, PORT) and has an
empty folder (DATA_DIR); an object has one command for each contract, by its name.

The lint rules of the specification are those that its tspconfig.yaml extends. The rows are the YAML files of the folder
interface beside ENTRY, if there is one. Colours are left out where the output is no terminal or NO_COLOR is set.
Exit status: 0 everything checked has passed, 1 something failed, 2 something could not be checked.
`;

/** Checks that the contract, what follows from it and the sources that keep it fit each other. */
export async function check(args: string[]): Promise<number> {
  const options = readOptions(args);
  const { isJson, isGithub } = options;
  const all = await groupsOf(options);
  const groups = all.filter(({ name }) => !options.without.has(name));
  const known = options.all ? undefined : digests(groups);
  const checked = await Promise.all(
    groups.map(async (group, index) => {
      const result = await runGroup(group, known?.[index]);
      if (!isJson) print(describeGroup(result));
      if (isGithub) process.stdout.write(annotationsOf(result));
      return result;
    }),
  );
  const results = all.map(
    ({ name }) =>
      checked.find(({ group }) => group === name) ??
      unwanted(name, options.without.get(name) ?? ""),
  );
  if (isJson) printJson(jsonResults(results));
  else print(summarize(results));
  if (results.some(({ isImpossible }) => isImpossible)) return 2;
  return results.every(({ outcome }) => outcome !== "failed") ? 0 : 1;
}
