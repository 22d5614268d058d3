import { portOf } from "@contract-toolkit/mock/open-server";
import { exportReference, openReferenceServer } from "../docs/serve.ts";
import { openSite } from "../docs/site.ts";
import type { OpenServer } from "@contract-toolkit/mock/open-server";
import { openContracts, printLeftOut } from "../opened-contracts.ts";
import { parseHttpUrl, serving, untilStopped } from "../options.ts";
import { flags, parsed, texts } from "../parsed.ts";
import { printLines } from "../terminal/print.ts";

export const help = `contract docs [CONTRACT...] [options]

Serves the reference of contracts: a page with a search, code in many languages, and forms that send requests. It loads
nothing from other hosts. CONTRACT is a generated contract or a folder with several of them (default: generated), an OpenAPI
document (a file or a URL) or a TypeSpec file.

  --server URL    requests are sent to this server, which must allow the reference's origin (CORS)
                  (default: a mock of the contracts, which this command runs)
  --port NUMBER   (default: PORT, or 4012; another if it is in use)
  --host ADDRESS  (default: HOST, or 127.0.0.1: this machine only)
  --out DIR       write static files instead of serving; requests can be sent only with --server
  --site          serve the documentation site of the project instead, which its npm script "site" builds in dist/site

Exit status: 0 stopped by SIGTERM or SIGINT, or written, 2 could not run.
`;

/** Writes the reference, or serves it until a signal stops it. */
export async function docs(args: string[]): Promise<number> {
  const { values, positionals } = parsed(args, {
    ...texts("server", "out"),
    ...serving("4012"),
    ...flags("site"),
  });
  const { host } = values;
  const port = portOf(values.port);
  if (values.site) return serveUntilStopped(openSite({ host, port }), "Documentation at");
  const given = positionals.length > 0 ? positionals : ["generated"];
  await using contracts = await openContracts(given);
  const { folders } = contracts;
  printLeftOut(contracts);
  const { server } = values;
  if (server !== undefined) parseHttpUrl("--server", server);
  if (values.out !== undefined) {
    const count = await exportReference(folders, server, values.out);
    printLines([`${count} files in ${values.out}`]);
    return 0;
  }
  const opened = openReferenceServer(folders, server, { host, port });
  printLines([`Requests are sent to ${server ?? "a mock of the contracts"}.`]);
  return await serveUntilStopped(opened, "Reference at");
}

async function serveUntilStopped(opening: Promise<OpenServer>, title: string): Promise<number> {
  const stopped = untilStopped();
  const { url, close } = await opening;
  printLines([`${title} ${url.href}`]);
  await stopped;
  await close();
  return 0;
}
