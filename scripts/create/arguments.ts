import { parseArgs } from "node:util";
import { ask, canAsk, type Terminal } from "@contract-toolkit/cli/ask";

/**
 * The arguments of `contract new`. If no folder is named, a terminal is asked for it; never anything else.
 *
 * @returns undefined if the user ends the questions
 */
export async function argumentsFor(
  args: readonly string[],
  terminal: Terminal,
): Promise<readonly string[] | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { from: { type: "string" }, packages: { type: "string" } },
  });
  const isHelp = args.includes("--help") || args.includes("-h");
  // npm takes `--from` for itself unless it stands after `--`, and passes on its value.
  const [folder, document, ...more] = positionals;
  if (folder !== undefined && document !== undefined && more.length === 0 && !values["from"])
    return [folder, "--from", document, ...args.filter((arg) => !positionals.includes(arg))];
  if (positionals.length > 0 || isHelp || !canAsk(terminal)) return args;
  return ask(terminal, async (question) => {
    const folder = await question("Folder of the project (my-api): ");
    const from =
      values["from"] === undefined
        ? await question("OpenAPI document or TypeSpec file (an example): ")
        : "";
    return [folder || "my-api", ...args, ...(from === "" ? [] : ["--from", from])];
  });
}
