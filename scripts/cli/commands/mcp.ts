import { Console } from "node:console";
import { cp, mkdtempDisposable, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { loadContract } from "@contract-toolkit/conformance/internal";
import { serveTools } from "../mcp/serve.ts";
import { toolsOf } from "../mcp/tools.ts";
import { ownManifest } from "../new/package-manifest.ts";
import { contractOf } from "../options.ts";
import { parsed } from "../parsed.ts";
import { isDocument } from "../replay/document/suite.ts";
import { loadJudgingSuite, type LoadedJudgingSuite } from "../traffic/judging-suite.ts";

export const help = `contract mcp [CONTRACT]

Serves the Model Context Protocol on standard input and output, so that programs that write code can ask a contract. CONTRACT is a
generated contract (a folder, default: generated), an OpenAPI document (a file or a URL) or a TypeSpec file. It is read anew for
each question. The tools only read:

  operations   the operations, or the schemas of one
  sample       a request that the contract accepts, and a response that it allows
  explain      why a request was refused, and what is wrong with a response: fields, reasons, lines of the specification
  diff         whom an edit of the contract breaks, and with which message

A client starts it with: npx contract mcp openapi.yaml

Exit status: 0 the input has ended, 2 could not run.
`;

/** Serves until the input ends. */
export async function mcp(args: string[]): Promise<number> {
  const { positionals } = parsed(args, {});
  const contract = contractOf("mcp", positionals);
  const { version } = ownManifest();
  // Decorators of a specification may print, and standard output belongs to the protocol.
  globalThis.console = new Console(process.stderr);
  const about = { name: "contract", version, instructions };
  await serveTools(
    about,
    toolsOf(() => loadNow(contract)),
    process.stdin,
    process.stdout,
  );
  return 0;
}

const instructions =
  "An HTTP API and its contract. Look up operations and working samples before you write calls, explain refused requests, and diff the contract after you have changed it.";

/** Loads a contract as it is now. A module is loaded only once, so a generated contract is copied. */
async function loadNow(source: string): Promise<LoadedJudgingSuite> {
  if (isDocument(source)) return loadJudgingSuite(source, false);
  // With its own error if it is no contract.
  await loadContract(source);
  await using temporary = await mkdtempDisposable(join(tmpdir(), "contract-"));
  await writeFile(join(temporary.path, "package.json"), '{ "type": "module" }');
  const copy = join(temporary.path, basename(resolve(source)));
  await cp(source, copy, { recursive: true });
  return await loadJudgingSuite(copy, false);
}
