import { getSourceLocation, type Program } from "@typespec/compiler";
import { SyntaxKind, visitChildren, type Node } from "@typespec/compiler/ast";
import type { Mutant } from "../mutant.ts";
import { mutationsAt, type TextChange } from "./operators.ts";

/** A change of one place of a specification. */
export interface SpecMutant extends Omit<Mutant, "attempt"> {
  /** The path as the compiler names it. */
  readonly path: string;
  readonly change: TextChange;
}

/** Makes a change in the text of a file. */
export function changed(text: string, { from, to, by }: TextChange): string {
  return text.slice(0, from) + by + text.slice(to);
}

/**
 * Lists the mutants of the files that are `isOfInterest`, from their syntax trees.
 *
 * @param root the folder that positions are relative to, as in generated contracts
 */
export function specMutants(
  program: Program,
  root: string,
  isOfInterest: (file: string) => boolean,
): SpecMutant[] {
  const found: SpecMutant[] = [];
  for (const [path, { file: source }] of program.sourceFiles) {
    const file = path.slice(root.length + 1);
    if (!isOfInterest(file)) continue;
    const visit = (node: Node, within: readonly Node[]) => {
      for (const { operator, what, reported, change } of mutationsAt(node, within, source.text)) {
        const { line, character } = source.getLineAndCharacterOfPosition(
          getSourceLocation(reported).pos,
        );
        found.push({
          id: [file, nameOf(within), operator, what].filter(Boolean).join(" "),
          operator,
          source: { file, line: line + 1, column: character + 1 },
          path,
          change,
        });
      }
      visitChildren(node, (child) => {
        visit(child, [node, ...within]);
      });
    };
    const script = program.sourceFiles.get(path);
    if (script) visit(script, []);
  }
  return found;
}

/** The declarations around a place, as in `Item.title`. */
function nameOf(within: readonly Node[]): string {
  return within
    .toReversed()
    .flatMap((node) =>
      node.kind === SyntaxKind.ModelStatement ||
      node.kind === SyntaxKind.AliasStatement ||
      node.kind === SyntaxKind.ScalarStatement ||
      node.kind === SyntaxKind.OperationStatement ||
      node.kind === SyntaxKind.ModelProperty
        ? [node.id.sv]
        : [],
    )
    .join(".");
}
