/** Foreign text, escaped for where it is printed. */
export { markdownCode } from "./markdown.ts";
export { jsonText, logText, printable, printableLines } from "./printable.ts";
export { indented, terminalText, type Line, type Styled } from "./terminal.ts";
