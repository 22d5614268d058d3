import { execFileSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import { buildSync } from "esbuild";
import { entriesOf, packages, publishedManifest, root, type Package } from "./manifest.ts";

const require = createRequire(import.meta.url);

/**
 * Collects the files of a package in a folder that can be packed.
 *
 * @param compiled the folder with the compiled sources
 */
export function stage({ folder, manifest }: Package, compiled: string, out: string) {
  const { from = folder, assets = [], vendored = {}, texts = {} } = manifest.build ?? {};
  const target = join(out, manifest.name.replace(/^@.*\//, ""));
  // Nobody imports a package that has only programs.
  const kinds = manifest.exports ? "{js,d.ts}" : "js";
  const own = globSync(`${from}/**/*.${kinds}`, { cwd: compiled });
  for (const path of own.filter((path) => !isOfOther(path, folder)))
    cpSync(join(compiled, path), join(target, relative(from, path)));
  for (const path of globSync([...assets], { cwd: root }).filter((text) =>
    statSync(join(root, text)).isFile(),
  ))
    cpSync(join(root, path), join(target, relative(from, path)));
  for (const [path, source] of Object.entries(vendored))
    cpSync(join(root, source), join(target, path), { recursive: true });
  for (const [path, source] of Object.entries(texts)) {
    const [module = "", name = ""] = source.split("#");
    const exported = require(join(root, module)) as Readonly<Record<string, () => string>>;
    const text = exported[name]?.();
    if (!text) throw new Error(`${source} gives no text for ${path}.`);
    writeFileSync(join(target, path), text);
  }
  if (manifest.build?.bundle) bundlePackage(manifest, target);
  const readme = join(root, folder, "README.md");
  if (existsSync(readme)) cpSync(readme, join(target, "README.md"));
  const published = {
    ...publishedManifest(manifest, relative(from, folder)),
    ...repositoryOf(folder),
  };
  writeFileSync(join(target, "package.json"), `${JSON.stringify(published, null, 2)}\n`);
  for (const path of Object.values(published.bin)) chmodSync(join(target, path), 0o755);
  return { name: manifest.name, folder: target };
}

/** Where the sources are, in a workflow of GitHub. npm compares it with the provenance. */
function repositoryOf(directory: string) {
  const { GITHUB_REPOSITORY: name, GITHUB_SERVER_URL: server = "https://github.com" } = process.env;
  return name ? { repository: { type: "git", url: `git+${server}/${name}.git`, directory } } : {};
}

/** Bundles the modules of a package, so that a starting process reads few files. */
function bundlePackage(manifest: Package["manifest"], folder: string): void {
  const { bundle } = manifest.build ?? {};
  const modules = Array.isArray(bundle) ? (bundle as readonly string[]) : entriesOf(manifest);
  const { inputs, outputs } = buildSync({
    absWorkingDir: folder,
    entryPoints: modules.map((path) => path.replace(/\.ts$/, ".js")),
    outdir: ".",
    outbase: ".",
    allowOverwrite: true,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    nodePaths: [join(root, "node_modules")],
    external: Object.keys({ ...manifest.dependencies, ...manifest.peerDependencies }),
    ...(Array.isArray(bundle) && { banner: { js: requireBanner } }),
    metafile: true,
  }).metafile;
  for (const path of Object.keys(inputs))
    if (!path.startsWith("../") && !(path in outputs)) rmSync(join(folder, path));
}

/** CommonJS modules in a bundle require modules of Node.js. */
const requireBanner =
  'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);';

/** Whether a file belongs to another package, whose folder may be inside this one. */
function isOfOther(path: string, folder: string): boolean {
  return packages.some(
    (item) =>
      item.folder !== folder &&
      !`${folder}/`.startsWith(`${item.folder}/`) &&
      path.startsWith(`${item.folder}/`),
  );
}

/** Makes the archives of packages. */
export function pack(built: readonly ReturnType<typeof stage>[], out: string) {
  const folders = built.map(({ folder }) => folder);
  const options = ["--silent", "--ignore-scripts", "--pack-destination", out];
  const printed = execFileSync("npm", ["pack", ...folders, ...options], { encoding: "utf8" });
  const names = printed.trim().split("\n");
  return built.map((item, at) => ({ ...item, archive: join(out, names[at] ?? "") }));
}
