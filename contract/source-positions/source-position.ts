import type { SourcePosition } from "../operation.ts";

/** A position as it stands in generated files and in messages: `main.tsp:3:1`. */
export function writePosition({ file, line, column }: SourcePosition): string {
  return `${file}:${line}:${column}`;
}

/** The position that was written as a text; undefined where the text is none. */
export function readPosition(text: string): SourcePosition | undefined {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/.exec(text) ?? [];
  return file === undefined ? undefined : { file, line: Number(line), column: Number(column) };
}
