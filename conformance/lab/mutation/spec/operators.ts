import {
  SyntaxKind,
  type DecoratorExpressionNode,
  type ModelPropertyNode,
  type Node,
  type OperationStatementNode,
  type UnionExpressionNode,
  type UnionStatementNode,
} from "@typespec/compiler/ast";
import { fieldRules } from "@contract-toolkit/kernel/field-rules";

/** A text that takes the place of another one. */
export interface TextChange {
  readonly from: number;
  readonly to: number;
  readonly by: string;
}

/** One way to change a node of a specification. */
export interface Mutation {
  readonly operator: string;
  readonly what: string;
  /** What a report has to name. What is gone has no line any more: then it is the declaration that it was part of. */
  readonly reported: Node;
  readonly change: TextChange;
}

/** Every way to change a node, its children left out. */
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
  "minLength",
  "maxLength",
  "minValue",
  "maxValue",
  "minItems",
  "maxItems",
]);

function boundsOf(node: DecoratorExpressionNode): Mutation[] {
  const [bound] = node.arguments;
  const name = decoratorName(node);
  if (!bounds.has(name) || bound?.kind !== SyntaxKind.NumericLiteral) return [];
  return [1, -1].map((step) => {
    const by = String(bound.value + step);
    return {
      operator: "bound",
      what: `@${name}(${by})`,
      reported: node,
      change: { from: bound.pos, to: bound.end, by },
    };
  });
}

const droppable: ReadonlySet<string> = new Set([
  ...["pattern", "format"],
  ...fieldRules.map(({ name }) => name),
]);

function dropped(node: DecoratorExpressionNode, owner: Node | undefined, text: string): Mutation[] {
  const name = decoratorName(node);
  if (!droppable.has(name) || !owner || !("id" in owner)) return [];
  return [
    {
      operator: `${name}-dropped`,
      what: `no @${name}`,
      reported: owner.id,
      change: gone(node, text),
    },
  ];
}

function decoratorName({ target }: DecoratorExpressionNode): string {
  return target.kind === SyntaxKind.Identifier ? target.sv : "";
}

/** What carries the status or the body is no field, and paths cannot do without their parameters. */
function isPartOfHttp({ decorators }: ModelPropertyNode): boolean {
  return decorators.some((each) => ["statusCode", "body", "path"].includes(decoratorName(each)));
}

function presence({ id, optional }: ModelPropertyNode, text: string): Mutation {
  return optional
    ? {
        operator: "required",
        what: `${id.sv} is required`,
        reported: id,
        change: { from: id.end, to: text.indexOf(":", id.end), by: "" },
      }
    : {
        operator: "optional",
        what: `${id.sv} is optional`,
        reported: id,
        change: { from: id.end, to: id.end, by: "?" },
      };
}

function defaultOf(node: ModelPropertyNode): Mutation[] {
  if (!node.default) return [];
  return [
    {
      operator: "default-dropped",
      what: `${node.id.sv} has no default`,
      reported: node.id,
      change: { from: node.value.end, to: node.default.end, by: "" },
    },
  ];
}

function optionsOf({ id, value }: ModelPropertyNode, text: string): Mutation[] {
  if (value.kind !== SyntaxKind.UnionExpression) return [];
  return value.options.map((option, index) => {
    const member = text.slice(option.pos, option.end);
    return {
      operator: member === "null" ? "nullable-dropped" : "member-removed",
      what: `${id.sv} is never ${member}`,
      reported: id,
      change: withoutOption(value, index, text),
    };
  });
}

function membersOf({ id, options }: UnionStatementNode, text: string): Mutation[] {
  const [first] = options;
  const start = text.indexOf("{", id.end) + 1;
  const added: Mutation = {
    operator: "member-added",
    what: `${id.sv} has one more`,
    reported: id,
    change: { from: start, to: start, by: ' "mutant",' },
  };
  const removed = options.map(({ pos, end, value }): Mutation => {
    const member = { pos, end: text.indexOf(",", end) + 1 };
    return {
      operator: "member-removed",
      what: `${id.sv} has no ${text.slice(value.pos, value.end)}`,
      reported: id,
      change: gone(member, text),
    };
  });
  return [
    ...(options.length > 1 ? removed : []),
    ...(first?.value.kind === SyntaxKind.StringLiteral ? [added] : []),
  ];
}

function statusesOf({ id, signature }: OperationStatementNode, text: string): Mutation[] {
  if (signature.kind !== SyntaxKind.OperationSignatureDeclaration) return [];
  const { returnType } = signature;
  if (returnType.kind !== SyntaxKind.UnionExpression) return [];
  return returnType.options.map((option, index) => ({
    operator: "status-removed",
    what: `${id.sv} never answers ${text.slice(option.pos, option.end)}`,
    reported: id,
    change: withoutOption(returnType, index, text),
  }));
}

/** An option of a union without the bar that parts it from the others. */
function withoutOption(
  { pos, options }: UnionExpressionNode,
  index: number,
  text: string,
): TextChange {
  const start = index === 0 ? pos : (options[index - 1]?.end ?? pos);
  const end = index === 0 ? (options[1]?.pos ?? pos) : (options[index]?.end ?? pos);
  return gone({ pos: start, end }, text);
}

/** Lines stay where they are. */
function gone(
  { pos, end }: { readonly pos: number; readonly end: number },
  text: string,
): TextChange {
  return {
    from: pos,
    to: end,
    by: text.slice(pos, end).replace(/[^\n]/g, ""),
  };
}
