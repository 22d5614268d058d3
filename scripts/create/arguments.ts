import { createInterface } from "node:readline/promises";
import { parseArgs } from "node:util";

/** Where to ask. */
interface Terminal {
  readonly stdin: NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

/**
 * The arguments of `contract new`. If no folder is named, a terminal is asked for it; never anything else.
 *
 * @returns undefined if the user ends the questions
 */
export async function argumentsFor(
  args: readonly string[],
  { stdin, stdout }: Terminal,
): Promise<readonly string[] | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    strict: false,
    options: { from: { type: "string" }, packages: { type: "string" } },
  });
  const isAsked = stdin.isTTY && stdout.isTTY && !args.includes("--help") && !args.includes("-h");
  if (positionals.length > 0 || !isAsked) return args;
  const questions = createInterface({ input: stdin, output: stdout });
  try {
    const folder = (await questions.question("Folder of the project (my-api): ")).trim();
    const from =
      values["from"] === undefined
        ? (await questions.question("OpenAPI document or TypeSpec file (an example): ")).trim()
        : "";
    return [folder || "my-api", ...args, ...(from === "" ? [] : ["--from", from])];
  } catch (error) {
    if (error instanceof Error && error.name === "AbortError") return undefined;
    throw error;
  } finally {
    questions.close();
  }
}
