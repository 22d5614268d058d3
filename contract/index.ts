/** What every generated contract and everything that works with one share. It imports nothing and knows no service. */
export type * from "./body-types.ts";
export type * from "./contract.ts";
export type * from "./handler.ts";
export type * from "./operation.ts";
export type * from "./operation-types.ts";
export type * from "./reply.ts";
export type * from "./sample.ts";
export type * from "./validators.ts";
export { cookieOf, cookieText } from "./http/cookies.ts";
export { coerce, headerText, headerValue } from "./http/coerce.ts";
export { joinQueryList, splitHeaderList, splitQueryList } from "./http/lists.ts";
export { explain, isBoundsKeyword, maxListedFaults } from "./faults.ts";
export { formats, type Format } from "./formats.ts";
export { markdownCode } from "./text/markdown.ts";
export { jsonText, logText, printable, printableLines } from "./text/printable.ts";
export { indented, terminalText, type Line, type Styled } from "./text/terminal.ts";
export { Html, html, prose, type HtmlPart } from "./pages/html.ts";
export {
  isSchema,
  mapSubschemas,
  propertiesOf,
  referredName,
  type Schema,
} from "./schemas/json-schema.ts";
export { isContainer, isObject } from "./json.ts";
export { asWritten } from "./numbers/as-written.ts";
export { coerceAsWritten } from "./numbers/coerce-as-written.ts";
export { isNegotiated, negotiate } from "./http/negotiation.ts";
export { isAcceptable, preferredType } from "./http/accept.ts";
export { byteBody, chunksOf, streamOf, type ByteBody, type ByteSource } from "./http/byte-body.ts";
export {
  bodyKindOf,
  contentOf,
  contentsOf,
  eventStreamType,
  formType,
  isStreamed,
  namedType,
  type BodyKind,
} from "./http/body-kinds.ts";
export { maxEventLength, readEvents, writeEvent } from "./http/events.ts";
export { formEntries, readField, readForm, type ReadForm } from "./http/forms.ts";
export { isBinaryType, isJsonType, isUtf8Type, mediaTypeOf } from "./http/media-type.ts";
export {
  readAs,
  readMessage,
  type MessageSchemas,
  type Openness,
} from "./schemas/message-schemas.ts";
export type * from "./openapi.ts";
export { ownResponses } from "./openapi.ts";
export { pageStyle } from "./pages/page-style.ts";
export {
  fieldOf,
  pointerName,
  pointerNames,
  pointerStep,
  valueAt,
  withoutValue,
  withValue,
} from "./pointer.ts";
export { constraintTexts } from "./schemas/constraint-texts.ts";
export { editedRequest, editState, sentRequest, type RequestEdits } from "./request-edits.ts";
export { integerFormats, integerRange, type NumberRange } from "./schemas/integer-range.ts";
export { positionOfFault, ruleOfField } from "./schemas/fault-positions.ts";
export { positionOfKeyword, positionOfRule, type RulePositions } from "./schemas/rule-positions.ts";
export { shortMessages, wholeMessages } from "./schemas/whole-messages.ts";
export { readPosition, writePosition } from "./schemas/source-position.ts";
export {
  documentedOf,
  rangesOf,
  readStatus,
  statusKeyOf,
  type ByStatus,
  type StatusesOf,
  type StatusRange,
} from "./http/statuses.ts";
