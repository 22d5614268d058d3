import type { ESTree, Rule } from "@oxlint/plugins";

interface RefusedImport {
  /** Regular expression that the name of the imported module matches. */
  readonly regex: string;
  readonly message: string;
}

/** Lint rule: imports point one way. The linter's own rule has no look-ahead, so it cannot express "all except these". */
export const importDirection: Rule = {
  meta: { type: "problem", schema: false },
  create(context) {
    const [refused] = context.options as unknown as [readonly RefusedImport[]];
    const check = (source: ESTree.Node | null) => {
      if (source?.type !== "Literal" || typeof source.value !== "string") return;
      const name = source.value;
      const found = refused.find(({ regex }) => new RegExp(regex).test(name));
      if (found) context.report({ node: source, message: found.message });
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
