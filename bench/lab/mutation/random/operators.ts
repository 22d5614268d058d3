import ts from "typescript";

/** A change of one place in a source text. */
export interface Change {
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

/** Lists everything that the operators can change in a source text, by operator. */
export function changesIn(text: string): (Change & { readonly operator: string })[] {
  const source = ts.createSourceFile("source.ts", text, ts.ScriptTarget.Latest, true);
  const changesOf = (node: ts.Node): ReturnType<typeof changesIn> => {
    if (ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || isAboutModules(node)) return [];
    const own = Object.entries(operators).flatMap(([operator, change]) =>
      change(node).map((changed) => ({ operator, ...changed })),
    );
    return [...own, ...childrenOf(node).flatMap(changesOf)];
  };
  return changesOf(source);
}

/** Typical mistakes of programmers. */
const operators: Readonly<Record<string, (node: ts.Node) => readonly Change[]>> = {
  "a check is dropped": (node) =>
    ts.isIfStatement(node) && !node.elseStatement && leaves(node.thenStatement)
      ? [replaced(node, "")]
      : [],
  "a condition is negated": (node) => {
    const condition = conditionOf(node);
    return condition ? [replaced(condition, `!(${condition.getText()})`)] : [];
  },
  "a bound is changed": operatorReplaced({ "<": "<=", "<=": "<", ">": ">=", ">=": ">" }),
  "a comparison is inverted": operatorReplaced({ "===": "!==", "!==": "===" }),
  "and becomes or": operatorReplaced({ "&&": "||", "||": "&&" }),
  "arithmetic is changed": operatorReplaced({ "+": "-", "-": "+", "*": "/", "/": "*", "%": "*" }),
  "a default is always taken": (node) =>
    ts.isBinaryExpression(node) && node.operatorToken.getText() === "??"
      ? [replaced(node, `(${node.right.getText()})`)]
      : [],
  "a number is one too large": (node) =>
    ts.isNumericLiteral(node) && !isName(node)
      ? [replaced(node, String(Number(node.text) + 1))]
      : [],
  "a constant is wrong": (node) => {
    if (node.kind === ts.SyntaxKind.TrueKeyword) return [replaced(node, "false")];
    if (node.kind === ts.SyntaxKind.FalseKeyword) return [replaced(node, "true")];
    if (!ts.isStringLiteral(node) || isName(node)) return [];
    return [replaced(node, JSON.stringify(node.text === "" ? "x" : node.text.slice(0, -1)))];
  },
  "two fields are swapped": (node) =>
    ts.isObjectLiteralExpression(node)
      ? neighboursSwapped(
          node.properties.flatMap((property) =>
            ts.isPropertyAssignment(property) ? [property.initializer] : [],
          ),
        )
      : [],
  "two arguments are swapped": (node) =>
    ts.isCallExpression(node) ? neighboursSwapped(node.arguments) : [],
  "a field or header is lost": (node) =>
    ts.isObjectLiteralExpression(node) ? node.properties.map(leftOut) : [],
  "an item is lost": (node) =>
    ts.isArrayLiteralExpression(node) ? node.elements.map(leftOut) : [],
  "a step is left out": (node) => (ts.isExpressionStatement(node) ? [replaced(node, "")] : []),
  "nothing is awaited": (node) =>
    ts.isAwaitExpression(node) ? [replaced(node, node.expression.getText())] : [],
  "nothing is returned": (node) =>
    ts.isReturnStatement(node) && node.expression && node.expression.getText() !== "undefined"
      ? [replaced(node.expression, "undefined")]
      : [],
  "another method is called": (node) => {
    const method = ts.isPropertyAccessExpression(node) && ts.isCallExpression(node.parent);
    const other = method ? otherMethods.get(node.name.text) : undefined;
    return method && other !== undefined ? [replaced(node.name, other)] : [];
  },
  "a filter or a sorting is lost": (node) =>
    ts.isCallExpression(node) &&
    ts.isPropertyAccessExpression(node.expression) &&
    /^(filter|slice|trim|where|(toS|s)ort(ed)?|toLowerCase)$/.test(node.expression.name.text)
      ? [replaced(node, node.expression.expression.getText())]
      : [],
  "a pattern is wider": (node) => {
    if (!ts.isRegularExpressionLiteral(node)) return [];
    const { text } = node;
    const wider = [
      text.replace("/^", "/"),
      text.replace(/\$(?=\/\w*$)/, ""),
      text.replace("+", "*"),
    ];
    return [...new Set(wider)].filter((each) => each !== text).map((each) => replaced(node, each));
  },
};

const otherMethods: ReadonlyMap<string, string> = new Map(
  [
    ["some", "every"],
    ["startsWith", "endsWith"],
    ["min", "max"],
    ["floor", "ceil"],
    ["find", "findLast"],
    ["indexOf", "lastIndexOf"],
    ["toLowerCase", "toUpperCase"],
  ].flatMap(([one = "", other = ""]) => [
    [one, other],
    [other, one],
  ]),
);

function replaced(node: ts.Node, to: string): Change {
  return { start: node.getStart(), end: node.getEnd(), to };
}

/** Removes an item of a list, or a field, with the comma behind it. */
function leftOut(node: ts.Node): Change {
  const { text } = node.getSourceFile();
  const comma = /^\s*,/.exec(text.slice(node.getEnd()))?.[0] ?? "";
  return { start: node.getStart(), end: node.getEnd() + comma.length, to: "" };
}

function neighboursSwapped(nodes: readonly ts.Expression[]): Change[] {
  return nodes.slice(1).flatMap((second, index) => {
    const first = nodes[index];
    if (!first || first.getText() === second.getText()) return [];
    const between = first.getSourceFile().text.slice(first.getEnd(), second.getStart());
    const to = second.getText() + between + first.getText();
    return [{ start: first.getStart(), end: second.getEnd(), to }];
  });
}

function operatorReplaced(others: Readonly<Record<string, string>>) {
  return (node: ts.Node): Change[] => {
    if (!ts.isBinaryExpression(node)) return [];
    const other = others[node.operatorToken.getText()];
    return other === undefined ? [] : [replaced(node.operatorToken, other)];
  };
}

function conditionOf(node: ts.Node): ts.Expression | undefined {
  if (ts.isIfStatement(node) || ts.isWhileStatement(node)) return node.expression;
  return ts.isConditionalExpression(node) ? node.condition : undefined;
}

function leaves(statement: ts.Statement): boolean {
  const last = ts.isBlock(statement) ? statement.statements.at(-1) : statement;
  return (
    last !== undefined &&
    (ts.isReturnStatement(last) || ts.isThrowStatement(last) || ts.isContinueStatement(last))
  );
}

function isAboutModules(node: ts.Node): boolean {
  return ts.isImportDeclaration(node) || ts.isExportDeclaration(node);
}

function isName(node: ts.Node): boolean {
  return "name" in node.parent && node.parent.name === node;
}

function childrenOf(node: ts.Node): ts.Node[] {
  const children: ts.Node[] = [];
  ts.forEachChild(node, (child) => {
    children.push(child);
  });
  return children;
}
