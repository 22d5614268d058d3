/** The contract package: what generated contracts and the programs that work with them share. It imports nothing and knows no service. */
export * from "./messages.ts";
export {
  cutMiddle,
  wrapLine,
  indented,
  markdownCode,
  terminalText,
  type Line,
  type Styled,
} from "./escaping.ts";
export * from "./formats/dates.ts";
export * from "./formats/http-dates.ts";
export * from "./formats/names.ts";
export * from "./formats/text-formats.ts";
export * from "./formats/uri-templates.ts";
export * from "./formats/uris.ts";
export { constraintTexts } from "./json-schema/constraint-texts.ts";
export * from "./javascript-names.ts";
export { mapDocumentParts } from "./json-schema/document-parts.ts";
export * from "./json-schema/integer-range.ts";
export * from "./messages-file/message-schemas.ts";
export * from "./messages-file/whole-messages.ts";
export * from "./openapi.ts";
export * from "./pages/html.ts";
export * from "./pages/style.ts";
export * from "./request-edits.ts";
export type * from "./sample.ts";
export * from "./violation-positions/violation-positions.ts";
export * from "./violation-positions/rule-positions.ts";
