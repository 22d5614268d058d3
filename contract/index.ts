/** What every generated contract and everything that works with one share. It imports nothing and knows no service. */
export * from "./messages.ts";
export { indented, markdownCode, terminalText, type Line, type Styled } from "./escaping.ts";
export type * from "./sample.ts";
export { formats, type Format } from "./formats.ts";
export { Html, html, prose, type HtmlPart } from "./pages/html.ts";
export {
  readAs,
  readMessage,
  type MessageSchemas,
  type Openness,
} from "./message-schemas/message-schemas.ts";
export type * from "./openapi.ts";
export { ownResponses } from "./openapi.ts";
export { pageStyle } from "./pages/page-style.ts";
export { constraintTexts } from "./json-schema/constraint-texts.ts";
export { editedRequest, editState, sentRequest, type RequestEdits } from "./request-edits.ts";
export { integerFormats, integerRange, type NumberRange } from "./json-schema/integer-range.ts";
export { positionOfFault, ruleOfField } from "./source-positions/fault-positions.ts";
export {
  positionOfKeyword,
  positionOfRule,
  type RulePositions,
} from "./source-positions/rule-positions.ts";
export { shortMessages, wholeMessages } from "./message-schemas/whole-messages.ts";
export { readPosition, writePosition } from "./source-positions/rule-positions.ts";
