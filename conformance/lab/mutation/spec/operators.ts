import {
  SyntaxKind,
  type DecoratorExpressionNode,
  type ModelPropertyNode,
  type Node,
  type OperationStatementNode,
  type UnionExpressionNode,
  type UnionStatementNode,
} from "@typespec/compiler/ast";
import { fieldRules } from "@contract-toolkit/contract/field-rules";

/** The replacement of a range of text. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** One way to change a node of a specification. */
interface Mutation {
  readonly operator: string;
  readonly what: string;
  /** The node that a report must name. If text was removed, this is the declaration around it. */
  readonly reported: Node;
  readonly change: TextChange;
}

/** The changes of a node, without those of its children. */
export function mutationsAt(node: Node, [owner]: readonly Node[], text: string): Mutation[] {
  switch (node.kind) {
    case SyntaxKind.DecoratorExpression:
      return [...boundsOf(node), ...dropped(node, owner, text)];
    case SyntaxKind.ModelProperty:
      return isPartOfHttp(node)
        ? []
        : [presence(node, text), ...defaultOf(node), ...optionsOf(node, text)];
    case SyntaxKind.UnionStatement:
      return membersOf(node, text);
    case SyntaxKind.OperationStatement:
      return statusesOf(node, text);
    default:
      return [];
  }
}

const bounds: ReadonlySet<string> = new Set([
  ...["minLength", "maxLength", "minValue", "maxValue", "minItems", "maxItems"],
]);

function boundsOf(node: DecoratorExpressionNode): Mutation[] {
  const [bound] = node.arguments;
  const name = decoratorName(node);
  if (!bounds.has(name) || bound?.kind !== SyntaxKind.NumericLiteral) return [];
  const { pos, end, value } = bound;
  const changedTo = (operator: string, by: number) =>
    mutation(`${name}-${operator}`, `@${name}(${by})`, node, put(pos, end, String(by)));
  return [changedTo("raised", value + 1), changedTo("lowered", value - 1)];
}

const droppable: ReadonlySet<string> = new Set([
  ...["pattern", "format"],
  ...fieldRules.map(({ name }) => name),
]);

function dropped(node: DecoratorExpressionNode, owner: Node | undefined, text: string): Mutation[] {
  const name = decoratorName(node);
  if (!droppable.has(name) || !owner || !("id" in owner)) return [];
  return [mutation(`${name}-dropped`, `no @${name}`, owner.id, gone(node.pos, node.end, text))];
}

function decoratorName({ target }: DecoratorExpressionNode): string {
  return target.kind === SyntaxKind.Identifier ? target.sv : "";
}

/** Status and body are not fields, and path parameters cannot be optional. */
function isPartOfHttp({ decorators }: ModelPropertyNode): boolean {
  return decorators.some((decorator) =>
    ["statusCode", "body", "path"].includes(decoratorName(decorator)),
  );
}

function presence({ id, optional }: ModelPropertyNode, text: string): Mutation {
  return optional
    ? mutation("required", `${id.sv} is required`, id, put(id.end, text.indexOf(":", id.end), ""))
    : mutation("optional", `${id.sv} is optional`, id, put(id.end, id.end, "?"));
}

function defaultOf({ id, value, default: own }: ModelPropertyNode): Mutation[] {
  const what = `${id.sv} has no default`;
  return own ? [mutation("default-dropped", what, id, put(value.end, own.end, ""))] : [];
}

function optionsOf({ id, value }: ModelPropertyNode, text: string): Mutation[] {
  if (value.kind !== SyntaxKind.UnionExpression) return [];
  return value.options.map((option, index) => {
    const member = text.slice(option.pos, option.end);
    const operator = member === "null" ? "nullable-dropped" : "member-removed";
    return mutation(operator, `${id.sv} is never ${member}`, id, withoutOption(value, index, text));
  });
}

function membersOf({ id, options }: UnionStatementNode, text: string): Mutation[] {
  const [first] = options;
  const start = text.indexOf("{", id.end) + 1;
  const removed = options.map(({ pos, end, value }) => {
    const member = text.slice(value.pos, value.end);
    const change = gone(pos, text.indexOf(",", end) + 1, text);
    return mutation("member-removed", `${id.sv} has no ${member}`, id, change);
  });
  const added = put(start, start, ' "mutant",');
  return [
    ...(options.length > 1 ? removed : []),
    ...(first?.value.kind === SyntaxKind.StringLiteral
      ? [mutation("member-added", `${id.sv} has one more`, id, added)]
      : []),
  ];
}

function statusesOf({ id, signature }: OperationStatementNode, text: string): Mutation[] {
  if (signature.kind !== SyntaxKind.OperationSignatureDeclaration) return [];
  const { returnType } = signature;
  if (returnType.kind !== SyntaxKind.UnionExpression) return [];
  return returnType.options.map(({ pos, end }, index) => {
    const what = `${id.sv} never answers ${text.slice(pos, end)}`;
    return mutation("status-removed", what, id, withoutOption(returnType, index, text));
  });
}

/** Removes an option of a union and its bar. */
function withoutOption(
  { pos, options }: UnionExpressionNode,
  index: number,
  text: string,
): TextChange {
  const start = index === 0 ? pos : (options[index - 1]?.end ?? pos);
  const end = index === 0 ? (options[1]?.pos ?? pos) : (options[index]?.end ?? pos);
  return gone(start, end, text);
}

function mutation(operator: string, what: string, reported: Node, change: TextChange): Mutation {
  return { operator, what, reported, change };
}

function put(from: number, to: number, by: string): TextChange {
  return { from, to, by };
}

/** Line breaks are kept, so that positions of other lines stay valid. */
function gone(from: number, to: number, text: string): TextChange {
  return put(from, to, text.slice(from, to).replace(/[^\n]/g, ""));
}
