import { existsSync } from "node:fs";
import { commitOf, filesOfRevision, git, mergeBase } from "@contract-toolkit/diff/read/files";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

/** The commit that the contract is compared with, or the reason why there is none. */
export type Base = { readonly commit: string } | { readonly none: string };

/**
 * Finds the commit that the contract is compared with.
 *
 * @param named a revision; default: the commit at which the current branch left the main one
 * @param out folder of the generated files
 * @param spec folder of the specification
 * @throws {UsageError} when the named revision cannot be one, such as a misspelt branch
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
  if (named === undefined && (await commitOf("HEAD", ".")) === undefined)
    return { none: "There is no commit yet. Commit the contract first." };
  if (named === undefined)
    return { none: "There is no main branch to compare with; name one with --base." };
  if (/^[0-9a-f]{40,64}$/.test(named)) return { none: `This clone has no commit ${named}.` };
  throw new UsageError(`--base ${named} is not a revision.`);
}

const shallow =
  "The clone is shallow and has no base. Fetch the whole history: git fetch --unshallow, or fetch-depth: 0 in a workflow.";

/** On the main branch only uncommitted changes can be compared. */
async function besideMain(commit: string, out: string, spec: string): Promise<Base> {
  if (commit !== (await commitOf("HEAD", "."))) return withOut(commit, out);
  const changes = await git(".", "status", "--porcelain", "--", out, spec);
  if (changes?.trim() !== "") return withOut(commit, out);
  return {
    none: "The main branch has no uncommitted changes. To compare its last commit, use --base HEAD~1.",
  };
}

async function withOut(commit: string, out: string): Promise<Base> {
  if (!existsSync(out)) return { none: `The folder ${out} does not exist.` };
  if (await filesOfRevision(commit, ".").kindOf(out)) return { commit };
  return { none: `The base ${commit.slice(0, 12)} has no ${out}.` };
}
