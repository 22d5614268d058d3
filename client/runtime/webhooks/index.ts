export {
  decodeBase64,
  decodeHex,
  decodeJson,
  encodeUtf8,
  equalsAny,
  hmacSha256,
  type Bytes,
} from "./hmac.ts";
export {
  verifyHeaders,
  type HeadersCheck,
  type HeadersOptions,
  type HeadersReason,
  type ReceivedHeaders,
} from "./standard-webhooks.ts";
