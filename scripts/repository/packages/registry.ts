import { createHash } from "node:crypto";
import { once } from "node:events";
import { createReadStream, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { basename, join } from "node:path";
import type { buildPackages } from "./build.ts";

/** A registry on this machine. */
export interface LocalRegistry extends AsyncDisposable {
  readonly url: string;
}

/**
 * Serves built packages as the registry of npm would after a release, and leads to that registry for every other package.
 *
 * @param options the port, and the URL of the registry with the other packages
 */
export async function serveRegistry(
  built: ReturnType<typeof buildPackages>,
  { port, upstream }: { readonly port: number; readonly upstream: string },
): Promise<LocalRegistry> {
  // npm encodes the slash of a name.
  const packages = new Map(built.map((item) => [`/${item.name.replace("/", "%2f")}`, item]));
  const archives = new Map(built.map(({ archive }) => [`/archives/${basename(archive)}`, archive]));
  let url = "";
  const server = createServer(({ url: target = "/" }, response) => {
    const found = packages.get(target);
    const archive = archives.get(target);
    if (archive !== undefined) createReadStream(archive).pipe(response);
    else if (found === undefined)
      response.writeHead(302, { location: new URL(`.${target}`, upstream).href }).end();
    else response.setHeader("content-type", "application/json").end(packument(found, url));
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
      await once(server, "close");
    },
  };
}

/** What the registry says of a package with one version. */
function packument({ name, folder, archive }: Built, url: string): string {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { version } = manifest;
  const digest = createHash("sha512").update(readFileSync(archive)).digest("base64");
  const dist = { tarball: `${url}/archives/${basename(archive)}`, integrity: `sha512-${digest}` };
  return JSON.stringify({
    name,
    "dist-tags": { latest: version },
    versions: { [version]: { ...manifest, dist } },
  });
}

type Built = ReturnType<typeof buildPackages>[number];

interface Manifest {
  readonly version: string;
}
