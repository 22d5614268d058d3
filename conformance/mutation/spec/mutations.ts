import { getSourceLocation, type Program } from "@typespec/compiler";
import {
  SyntaxKind,
  visitChildren,
  type DecoratorExpressionNode,
  type ModelPropertyNode,
  type Node,
  type OperationStatementNode,
  type UnionExpressionNode,
  type UnionStatementNode,
} from "@typespec/compiler/ast";
import type { Mutant } from "../mutant.ts";

/** A change of one place of a specification. */
export interface SpecMutant extends Mutant {
  /** As the compiler names the file. */
  readonly path: string;
  readonly change: TextChange;
}

interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/** The text of a file with the change made. */
export function changed(
  text: string,
  { from, to, text: by }: TextChange,
): string {
  return text.slice(0, from) + by + text.slice(to);
}

/**
 * Lists the mutants of the files that `isOfInterest`, from their syntax trees.
 *
 * What is gone has no line any more; it is blamed on the declaration that it was part of.
 *
 * @param root what positions are relative to, as in generated contracts
 */
export function specMutants(
  program: Program,
  root: string,
  isOfInterest: (file: string) => boolean,
): SpecMutant[] {
  const found: SpecMutant[] = [];
  for (const [path, script] of program.sourceFiles) {
    const file = path.slice(root.length + 1);
    if (!isOfInterest(file)) continue;
    const { text } = script.file;
    const add: Add = (operator, what, node, change) => {
      const { line, character } = script.file.getLineAndCharacterOfPosition(
        getSourceLocation(node).pos,
      );
      const source = { file, line: line + 1, column: character + 1 };
      const { line: at } = script.file.getLineAndCharacterOfPosition(
        change.from,
      );
      found.push({
        id: `${file}:${String(at + 1)} ${operator} ${what}`,
        operator,
        description: what,
        source,
        path,
        change,
      });
    };
    const visit = (node: Node, within: readonly Node[]) => {
      mutate(node, within, text, add);
      visitChildren(node, (child) => {
        visit(child, [node, ...within]);
      });
    };
    visit(script, []);
  }
  return found;
}

/** @param node what is to be blamed */
type Add = (
  operator: string,
  what: string,
  node: Node,
  change: TextChange,
) => void;

function mutate(
  node: Node,
  within: readonly Node[],
  text: string,
  add: Add,
): void {
  switch (node.kind) {
    case SyntaxKind.DecoratorExpression:
      mutateDecorator(node, within, text, add);
      return;
    case SyntaxKind.ModelProperty:
      mutateProperty(node, text, add);
      return;
    case SyntaxKind.UnionStatement:
      mutateUnion(node, text, add);
      return;
    case SyntaxKind.OperationStatement:
      mutateStatuses(node, text, add);
      return;
  }
}

const bounds = new Set([
  "minLength",
  "maxLength",
  "minValue",
  "maxValue",
  "minItems",
  "maxItems",
]);

const droppable = new Set(["pattern", "format", "requires", "requiredWhen"]);

function mutateDecorator(
  node: DecoratorExpressionNode,
  [owner]: readonly Node[],
  text: string,
  add: Add,
): void {
  const name = node.target.kind === SyntaxKind.Identifier ? node.target.sv : "";
  const [bound] = node.arguments;
  if (bounds.has(name) && bound?.kind === SyntaxKind.NumericLiteral)
    for (const by of [1, -1]) {
      const value = String(bound.value + by);
      add("bound", `@${name}(${value})`, node, {
        from: bound.pos,
        to: bound.end,
        text: value,
      });
    }
  if (droppable.has(name) && owner && "id" in owner)
    add(`${name}-dropped`, `no @${name}`, owner.id, gone(node, text));
}

function mutateProperty(node: ModelPropertyNode, text: string, add: Add): void {
  if (isPartOfHttp(node)) return;
  const { id, optional, default: standard, value } = node;
  const colon = text.indexOf(":", id.end);
  if (optional)
    add("required", `${id.sv} is required`, id, {
      from: id.end,
      to: colon,
      text: "",
    });
  else
    add("optional", `${id.sv} is optional`, id, {
      from: id.end,
      to: id.end,
      text: "?",
    });
  if (standard)
    add("default-dropped", `${id.sv} has no default`, id, {
      from: value.end,
      to: standard.end,
      text: "",
    });
  if (value.kind !== SyntaxKind.UnionExpression) return;
  for (const [index, option] of value.options.entries()) {
    const operator =
      text.slice(option.pos, option.end) === "null"
        ? "nullable-dropped"
        : "member-removed";
    add(
      operator,
      `${id.sv} is no ${text.slice(option.pos, option.end)}`,
      id,
      withoutOption(value, index),
    );
  }
}

/** What carries the status or the body is no field, and paths cannot do without their parameters. */
function isPartOfHttp({ decorators }: ModelPropertyNode): boolean {
  return decorators.some(
    ({ target }) =>
      target.kind === SyntaxKind.Identifier &&
      ["statusCode", "body", "path"].includes(target.sv),
  );
}

function mutateUnion(
  { id, options }: UnionStatementNode,
  text: string,
  add: Add,
): void {
  const [first] = options;
  if (options.length > 1)
    for (const option of options) {
      const end = text.indexOf(",", option.end) + 1;
      add(
        "member-removed",
        `${id.sv} has no ${text.slice(option.pos, option.end).split("\n").at(-1)?.trim() ?? ""}`,
        id,
        gone({ pos: option.pos, end }, text),
      );
    }
  if (first?.value.kind === SyntaxKind.StringLiteral) {
    const start = text.indexOf("{", id.end) + 1;
    add("member-added", `${id.sv} has one more`, id, {
      from: start,
      to: start,
      text: ' "mutant",',
    });
  }
}

function mutateStatuses(
  { id, signature }: OperationStatementNode,
  text: string,
  add: Add,
): void {
  if (signature.kind !== SyntaxKind.OperationSignatureDeclaration) return;
  const { returnType } = signature;
  if (returnType.kind !== SyntaxKind.UnionExpression) return;
  for (const [index, option] of returnType.options.entries())
    add(
      "status-removed",
      `${id.sv} never answers ${text.slice(option.pos, option.end)}`,
      id,
      withoutOption(returnType, index),
    );
}

/** An option of a union without the bar that parts it from the others. */
function withoutOption(
  { options }: UnionExpressionNode,
  index: number,
): TextChange {
  const [option, before, after] = [
    options[index],
    options[index - 1],
    options[index + 1],
  ];
  if (before) return { from: before.end, to: option?.end ?? 0, text: "" };
  return { from: option?.pos ?? 0, to: after?.pos ?? 0, text: "" };
}

/** Lines stay where they are. */
function gone(
  { pos, end }: { readonly pos: number; readonly end: number },
  text: string,
): TextChange {
  return {
    from: pos,
    to: end,
    text: text.slice(pos, end).replace(/[^\n]/g, ""),
  };
}
