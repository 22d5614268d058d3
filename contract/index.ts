/** What every generated contract and everything that works with one share. It imports nothing and knows no service. */
export * from "./messages.ts";
export * from "./text/index.ts";
export type * from "./sample.ts";
export { formats, type Format } from "./formats.ts";
export { Html, html, prose, type HtmlPart } from "./pages/html.ts";
export {
  readAs,
  readMessage,
  type MessageSchemas,
  type Openness,
} from "./schemas/message-schemas.ts";
export type * from "./openapi.ts";
export { ownResponses } from "./openapi.ts";
export { pageStyle } from "./pages/page-style.ts";
export { constraintTexts } from "./schemas/constraint-texts.ts";
export { editedRequest, editState, sentRequest, type RequestEdits } from "./request-edits.ts";
export { integerFormats, integerRange, type NumberRange } from "./schemas/integer-range.ts";
export { positionOfFault, ruleOfField } from "./schemas/fault-positions.ts";
export { positionOfKeyword, positionOfRule, type RulePositions } from "./schemas/rule-positions.ts";
export { shortMessages, wholeMessages } from "./schemas/whole-messages.ts";
export { readPosition, writePosition } from "./schemas/source-position.ts";
