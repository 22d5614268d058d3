import { existsSync } from "node:fs";
import { basename, dirname, join, posix } from "node:path";
import { manifestName } from "../generated-files/manifest.ts";
import type { ToolkitPackages } from "../new/package-manifest.ts";
import { packageJsonWith } from "./package-json.ts";
import { isValidated, type ExpressProject } from "./project.ts";
import { firstSpecification, servicesIn } from "./specification.ts";
import { addedFile, type Step, type Write } from "./step.ts";

/**
 * Plans what is added to an Express project. What is there already is left out. The application is changed last, because it
 * imports what the commands make.
 *
 * @param from an OpenAPI document or a TypeSpec file; default: the specification in `spec`, or an example
 * @throws {UsageError} when the specification cannot be read, or has no service
 */
export async function planInit(
  project: ExpressProject,
  packages: ToolkitPackages,
  from: string | undefined,
): Promise<Step[]> {
  const { manifest, app, isModule, typescript } = project;
  const { files: specification, command } = await firstSpecification(
    typeof manifest["name"] === "string" ? manifest["name"] : "",
    from,
  );
  const path = app.path.replaceAll("\\", "/");
  const [folder = ""] = path.includes("/") ? path.split("/") : [];
  const out = posix.join(folder, "generated");
  const extension = !typescript || typescript.importsTypeScript ? "ts" : "js";
  const modules = servicesIn(specification).map((name) =>
    posix.relative(dirname(path), `${out}/${name}/index.${extension}`).replace(/^(?!\.)/, "./"),
  );
  const isMissing = ({ before, after }: Write) => before !== after;
  const texts = {
    ...(command ? {} : Object.fromEntries(specification)),
    "tspconfig.yaml": "kind: project\nentrypoint: main.tsp\n",
  };
  const inSpec = await Promise.all(
    Object.entries(texts).map(([name, text]) => addedFile(`spec/${name}`, text)),
  );
  const writes = [
    ...(isModule ? [] : [await addedFile(`${out}/package.json`, '{ "type": "module" }\n')]),
    ...(typescript ? [typescript.withExports(isModule)] : []),
    packageJsonWith(project, packages, out),
  ].filter(isMissing);
  const isInstalled =
    existsSync("node_modules/@contract-toolkit/cli") &&
    writes.every((write) => write.path !== "package.json");
  const archives = packages.archives.map((from) => ({ from, path: `packages/${basename(from)}` }));
  const keep = isModule ? [] : ["--keep", "package.json"];
  const generate = { command: ["npx", "contract", "generate", "--out", out, ...keep] };
  const after = app.source.withValidation(modules);
  return [
    ...writes,
    ...(isInstalled ? [] : [...archives, { command: project.install }]),
    // It writes into an empty folder.
    ...(command ? [{ command }] : []),
    ...inSpec.filter(isMissing),
    ...(existsSync(join(out, manifestName)) ? [] : [generate]),
    ...(isValidated(app) ? [] : [{ path: app.path, before: app.text, after }]),
  ];
}
