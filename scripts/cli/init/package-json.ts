import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { nodeOrEmpty } from "@contract-toolkit/schemas/documents/nodes";
import type { ToolkitPackages } from "../new/package-manifest.ts";
import type { ExpressProject } from "./project.ts";

/**
 * The `package.json` of a project with the packages of the toolkit and scripts that call it. What it has already stays.
 *
 * @param out the folder of the generated files
 */
export function packageJsonWith(
  { manifest, typescript, install }: ExpressProject,
  { own, tools, overrides }: ToolkitPackages,
  out: string,
) {
  const before = readFileSync("package.json", "utf8");
  const { "@contract-toolkit/client": _client, ...server } = own;
  const { "@contract-toolkit/conformance": _suite, ...command } = tools;
  const options = out === "generated" ? "" : ` --out ${out}`;
  const build = nodeOrEmpty(manifest["scripts"])["build"];
  const isCopied = typescript?.out !== undefined && /\btsc\b/.test(String(build));
  const added = {
    scripts: {
      "contract:generate": `contract generate${options}`,
      "contract:check": `contract check${options}`,
      ...(isCopied && { postbuild: copyScript(out, join(typescript.out, basename(out))) }),
    },
    dependencies: server,
    devDependencies: command,
    [install[0] === "npm" ? "overrides" : "resolutions"]: overrides,
  };
  const after = { ...manifest };
  for (const [field, entries] of Object.entries(added)) {
    const known = nodeOrEmpty(manifest[field]);
    after[field] = { ...known, ...entries, ...known };
  }
  const [, indentation = "  "] = /^([ \t]+)"/m.exec(before) ?? [];
  return { path: "package.json", before, after: `${JSON.stringify(after, null, indentation)}\n` };
}

/** The compiler does not copy the JavaScript of a contract. */
function copyScript(from: string, to: string): string {
  const path = (text: string) => `'${text.replaceAll("\\", "/")}'`;
  return `node -e "fs.cpSync(${path(from)}, ${path(to)}, { recursive: true })"`;
}
