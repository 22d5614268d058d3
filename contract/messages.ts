/** What reads and writes messages, for who answers requests: it loads no more than that. */
export type * from "./body-types.ts";
export type * from "./contract.ts";
export type * from "./handler.ts";
export type * from "./operation.ts";
export type * from "./operation-types.ts";
export type * from "./reply.ts";
export type * from "./validators.ts";
export { cookieOf, cookieText } from "./http/cookies.ts";
export { coerce, headerText, headerValue } from "./http/coerce.ts";
export { joinQueryList, splitHeaderList, splitQueryList } from "./http/lists.ts";
export { explain, isBoundsKeyword, maxListedFaults } from "./faults.ts";
export { jsonText, logText, printable, printableLines } from "./escaping.ts";
export {
  isSchema,
  mapSubschemas,
  propertiesOf,
  referredName,
  type Schema,
} from "./json-schema/json-schema.ts";
export { isContainer, isObject } from "./json.ts";
export { asWritten } from "./bound-safe-number.ts";
export { coerceAsWritten } from "./http/coerce.ts";
export { isNegotiated, negotiate } from "./http/negotiation.ts";
export { isAcceptable, preferredType } from "./http/negotiation.ts";
export {
  byteBody,
  Bytes,
  chunksOf,
  streamOf,
  type ByteBody,
  type ByteSource,
} from "./http/byte-body.ts";
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
  fieldOf,
  pointerName,
  pointerNames,
  pointerStep,
  valueAt,
  withoutValue,
  withValue,
} from "./pointer.ts";
export {
  documentedOf,
  rangesOf,
  readStatus,
  statusKeyOf,
  type ByStatus,
  type StatusesOf,
  type StatusRange,
} from "./http/statuses.ts";
