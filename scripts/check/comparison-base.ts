import { existsSync } from "node:fs";
import { commitOf, filesOfRevision, git, mergeBase } from "../diff/read/files.ts";
import { UsageError } from "../usage-error.ts";

/** What the contract is compared with, or why there is nothing to compare it with. */
export type Base = { readonly commit: string } | { readonly none: string };

/**
 * Finds the commit that the contract is compared with.
 *
 * @param named a revision; undefined: the commit at which the current branch left the main one
 * @param out folder of the generated files
 * @param spec folder of the specification
 * @throws {UsageError} when a revision is named that there cannot be
 */
export async function findBase(named: string | undefined, out: string, spec = out): Promise<Base> {
  const isShallow = await git(".", "rev-parse", "--is-shallow-repository");
  if (isShallow === undefined)
    return { none: "This is not a git repository, so there is no base." };
  const commit = named === undefined ? await mergeBase(".") : await commitOf(named, ".");
  if (commit !== undefined)
    return named === undefined ? besideMain(commit, out, spec) : withOut(commit, out);
  if (named !== undefined && /^0+$/.test(named))
    return { none: "The branch is new, so there is no base." };
  if (isShallow.trim() === "true") return { none: shallow };
  if (named === undefined)
    return { none: "There is no main branch to compare with; name one with --base." };
  if (/^[0-9a-f]{40,64}$/.test(named)) return { none: `This clone has no commit ${named}.` };
  throw new UsageError(`--base ${named} is not a revision.`);
}

const shallow =
  "The clone is shallow and has no base: fetch all of it (git fetch --unshallow; in a workflow, fetch-depth: 0).";

/** On the main branch there is nothing to compare with but what is not committed yet. */
async function besideMain(commit: string, out: string, spec: string): Promise<Base> {
  if (commit !== (await commitOf("HEAD", "."))) return withOut(commit, out);
  const changes = await git(".", "status", "--porcelain", "--", out, spec);
  if (changes?.trim() !== "") return withOut(commit, out);
  return {
    none: "The main branch has no uncommitted changes. To compare its last commit, use --base HEAD~1.",
  };
}

async function withOut(commit: string, out: string): Promise<Base> {
  if (!existsSync(out)) return { none: `There is no ${out}.` };
  if (await filesOfRevision(commit, ".").kindOf(out)) return { commit };
  return { none: `The base ${commit.slice(0, 12)} has no ${out}.` };
}
