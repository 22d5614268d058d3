import type { Provider } from "@contract-toolkit/conformance";

/**
 * Choices "confidential-text", "content-type", "error-field", "http-status", "precedence", "rate-limits" and "text-limits".
 * `ambiguous-host` follows RFC 9112, section 3.2. By the documented interface, an empty path parameter is an unknown path.
 * The other open points are the gateway's own, so that a change of them is seen.
 */
export const http = {
  bodyLimitBytes: 102_400,
  nestingLevels: 64,
  mostViolations: 100,
  isEmptySegmentUnknown: true,
  isBracketedNameKnown: true,
  unknownNames: {
    told: ["123456789012", "1234-5678-9012.x", "x".repeat(64), "a_b.c-d[0]"],
    leftOut: [
      "1234567890123",
      "378282246310005",
      "4111-1111-1111-1111",
      "card4111111111111111",
      "x".repeat(65),
      "a name",
      "<b>",
    ],
  },
  openPoints: {
    "missing-content-type": "refused",
    "repeated-parameters": "refused",
    "type-without-body": "accepted",
    "ambiguous-host": "refused",
    charset: "refused",
    gzip: "refused",
    bom: "refused",
    "duplicate-keys": "accepted",
    "lone-surrogates": "accepted",
    "path-case": "refused",
    "path-slashes": "refused",
    "dot-segments": "refused",
    "number-spelling": "accepted",
    "parameter-spelling": "refused",
    "escaped-path": "accepted",
  },
  codes: { 401: 401, 404: 404, 405: 405, 413: 413, 415: 415 },
  precedence: [
    ["unknown-path", "method"],
    ["credential"],
    ["size", "media-type"],
    ["schema", "business-rule 1"],
    ["business-rule 90"],
    ["bounds"],
    ["business-rule 140"],
    ["business-rule 141"],
    ["business-rule"],
  ],
} satisfies Provider["http"];
