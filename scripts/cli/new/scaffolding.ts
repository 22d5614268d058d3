import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageManifest, toolkitPackages } from "./package-manifest.ts";
import { ownWorkflow } from "./template.ts";

const template = join(import.meta.dirname, "template");

/** The index that `tsp init` reads, beside the template in a package. It leads to the files of a new project. */
export function scaffolding(): string {
  const names = globSync("**/*", { cwd: template, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(template.length + 1))
    .sort();
  const files = names.map((name) => ({
    path: `template/${name}`,
    destination: name.replace(/^_/, "."),
  }));
  // Otherwise `tsp init` makes its own.
  const skipped = ["package.json", "tspconfig.yaml", "main.tsp"].map((destination) => ({
    path: "",
    destination,
    skipGeneration: true,
  }));
  const rendered = [
    { path: "manifest.txt", destination: "package.json" },
    { path: "workflow.txt", destination: ".github/workflows/contract.yml" },
  ];
  const notes = {
    title: "Contract, server and client",
    description: "A contract with a server that validates, a typed client and tests.",
    files: [...skipped, ...files, ...rendered],
  };
  return JSON.stringify({ notes }, null, 2);
}

/** The `package.json` as Mustache, which `tsp init` renders. */
export function manifestTemplate(): string {
  const name = "{{#normalizePackageName}}{{name}}{{/normalizePackageName}}";
  return packageManifest(name, toolkitPackages(undefined), true);
}

/** The workflow, whose own braces Mustache leaves alone after the first line. */
export function workflowTemplate(): string {
  return `{{=<% %>=}}\n${readFileSync(ownWorkflow, "utf8")}`;
}
