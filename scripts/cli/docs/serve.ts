import { createReference, serveReference } from "@contract-toolkit/api-reference";
import { loadContracts } from "@contract-toolkit/mock/load";
import { startMock } from "@contract-toolkit/mock/server";
import { orOnFreePort, type OpenServer } from "@contract-toolkit/mock/open-server";
import { writeInside } from "@contract-toolkit/generate/generated-files/write-inside";

/**
 * Serves a reference at `/docs/`, together with a mock of its contracts.
 *
 * @param server the URL that pages send requests to; default: the mock
 */
export async function openReferenceServer(
  folders: readonly string[],
  server: string | undefined,
  options: { readonly host: string; readonly port: number },
): Promise<OpenServer> {
  const [suites, reference] = await Promise.all([
    loadContracts(folders),
    createReference(folders, { server: () => server ?? "" }),
  ]);
  const open = (port: number) =>
    startMock({
      suites,
      host: options.host,
      port,
      before: (request, response) => serveReference(reference, path, request, response),
    });
  const { url, close } = await orOnFreePort(open, options.port);
  return { url: new URL(path, url), close };
}

const path = "/docs/";

/**
 * Writes a reference as static files.
 *
 * @param server the URL that pages send requests to; without it they send none
 * @returns the number of files
 */
export async function exportReference(
  folders: readonly string[],
  server: string | undefined,
  out: string,
): Promise<number> {
  const reference = await createReference(folders, { server: () => server });
  for (const [name, { text }] of reference) await writeInside(out, name, text);
  return reference.size;
}
