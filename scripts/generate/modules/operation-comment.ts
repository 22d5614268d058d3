import type { ServiceOperation } from "../service-model/service.ts";

/** The TSDoc of an operation: its source position, description and parameters. */
export function operationComment({ operation, description, parameters }: ServiceOperation): string {
  const { method, path, summary, source } = operation;
  const paragraphs = [
    `\`${method} ${path}\` (${source.file}:${source.line})`,
    summary,
    ...(description === "" || description === summary ? [] : [description]),
    ...(parameters.length > 0
      ? [
          parameters
            .map(
              (parameter) =>
                `- \`${parameter.name}\` (${parameter.in})${colon(parameter.description)}`,
            )
            .join("\n"),
        ]
      : []),
  ];
  const lines = inComment(paragraphs.join("\n\n")).split("\n");
  return ["  /**", ...lines.map((line) => `   * ${line}`.trimEnd()), "   */", ""].join("\n");
}

/** Text of a specification that does not end the comment that it is written into. */
export function inComment(text: string): string {
  return text.replaceAll("*/", "*\\/");
}

function colon(text = ""): string {
  return text === "" ? "" : `: ${text.replaceAll("\n", "\n  ")}`;
}
