import { entryOf, generating, github } from "../options.ts";
import { flags, lists, parsed, texts } from "../parsed.ts";
import { UsageError } from "@contract-toolkit/schemas/usage-error";

const groupNames = ["specification", "sources", "changes", "replay"] as const;

export type CheckOptions = ReturnType<typeof readCheckOptions>;

/**
 * Reads the arguments of `contract check`.
 *
 * @throws {UsageError} when a group is unknown
 */
export function readCheckOptions(args: string[]) {
  const { values, positionals } = parsed(args, {
    out: generating.out,
    version: generating.version,
    ...texts("base"),
    ...lists("without"),
    ...flags("generated-only", "spec-only", "json"),
    ...github,
  });
  const only = (["generated-only", "spec-only"] as const).find((text) => values[text]);
  const others = groupNames.filter((name) => only !== undefined && name !== "specification");
  for (const name of values.without)
    if (!groupNames.some((groupName) => groupName === name))
      throw new UsageError(`check has no group "${name}"; it has ${groupNames.join(", ")}.`);
  return {
    entry: entryOf("check", positionals),
    out: values.out,
    version: values.version,
    base: values.base,
    /** The groups that are left out, each with the option that excludes it. */
    without: new Map([
      ...others.map((name) => [name, `--${only ?? ""}`] as const),
      ...values.without.map((name) => [name, "--without"] as const),
    ]),
    isGeneratedOnly: values["generated-only"],
    isJson: values.json,
    isGithub: values.github && !values.json,
  };
}
