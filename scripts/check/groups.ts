import { dirname, join } from "node:path";
import { acceptedFile } from "../diff/accepted.ts";
import { compileSpec } from "../generate/compile.ts";
import { findBase } from "./base.ts";
import { checkChanges } from "./changes.ts";
import type { CheckOptions } from "./options.ts";
import { checkReplay } from "./replay.ts";
import type { Checks } from "./run.ts";
import { readSettings } from "./settings.ts";
import { checkForm, checkSources } from "./sources.ts";
import { checkSpecification } from "./specification.ts";
import { isBelow } from "./unchanged.ts";

/** All groups of checks, in the order of the summary. */
export async function groupsOf(options: CheckOptions): Promise<readonly Checks[]> {
  const { entry, out, versions, isGeneratedOnly } = options;
  const settings = readSettings();
  const base = await findBase(options.base, out);
  return [
    {
      name: "specification",
      key: JSON.stringify(["specification", entry, out, isGeneratedOnly, versions]),
      // A specification may import others and decorators from anywhere, and its settings may stand above it.
      reads: (file) =>
        isBelow(dirname(entry), file) ||
        isBelow(out, file) ||
        /(\.tsp|\.[cm]?js|tspconfig\.yaml|package\.json)$/.test(file),
      run: async (tell) => {
        const spec = await compileSpec(entry, { versions });
        await checkSpecification(spec, out, isGeneratedOnly, tell);
      },
    },
    {
      name: "sources",
      key: "sources",
      reads: (file) => /\.(json|[cm]?[jt]sx?)$/.test(file),
      run: checkSources,
    },
    {
      name: "form",
      key: JSON.stringify(["form", entry]),
      reads: () => true,
      run: (tell) => checkForm(entry, tell),
    },
    {
      name: "changes",
      // What is deprecated may be over tomorrow.
      key: JSON.stringify(["changes", base, out, new Date().toISOString().slice(0, 10)]),
      reads: (file) => isBelow(out, file) || file === acceptedFile,
      run: (tell) => checkChanges(base, out, tell),
    },
    {
      name: "replay",
      key: JSON.stringify(["replay", out, settings.text]),
      // The project's server may read any file but these; a mock reads none but the provider of what it plays.
      reads: (file) =>
        isBelow(out, file) ||
        (!/(\.md|\.tsp|\.test\.[cm]?[jt]sx?)$/.test(file) &&
          (settings.text !== "" || isBelow(join("server", "provider-states"), file))),
      run: (tell) => checkReplay(out, settings, tell),
    },
  ];
}
