import { dirname, relative, resolve } from "node:path";
import type { ESTree, Rule } from "@oxlint/plugins";

interface AllowedImports {
  /** Regular expression that `./` and the path of an imported file from the root match, or the name of a package. */
  readonly allowed: string;
  readonly message: string;
}

/** Lint rule: imports point one way. */
export const importDirection: Rule = {
  meta: { type: "problem", schema: false },
  create({ options, cwd, filename, report }) {
    const [{ allowed, message }] = options as unknown as [AllowedImports];
    const check = (source: ESTree.Node | null) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const name = source.value;
      const imported = name.startsWith(".")
        ? `./${relative(cwd, resolve(dirname(filename), name))}`
        : name;
      if (!new RegExp(allowed).test(imported)) report({ node: source, message });
    };
    return {
      "ImportDeclaration, ImportExpression, ExportAllDeclaration, ExportNamedDeclaration"(
        node: ESTree.Node,
      ) {
        if ("source" in node) check(node.source);
      },
    };
  },
};
