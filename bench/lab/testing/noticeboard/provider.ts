import { generateKeyPairSync, sign } from "node:crypto";
import { jwtCredentials, type Provider } from "../../../../conformance/index.ts";
import { BODY_LIMIT_BYTES } from "./server.ts";
import { AUDIENCE, LONGEST_LIFE_S, TOLERANCE_S, USER, type PublicKeys } from "./tokens.ts";

const pairs = {
  "rsa-1": generateKeyPairSync("rsa", { modulusLength: 2048 }),
  "ec-1": generateKeyPairSync("ec", { namedCurve: "P-256" }),
};

export const boardKeys: PublicKeys = new Map(
  Object.entries(pairs).map(([kid, { publicKey }]) => [kid, publicKey]),
);

/** A JWT that is valid for an hour. */
export function boardCredentials(): Record<string, string> {
  const exp = Math.floor(Date.now() / 1000) + 3600;
  const parts = [
    { alg: "RS256", kid: "rsa-1" },
    { iss: USER, aud: AUDIENCE, exp },
  ];
  const text = parts
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const signature = sign("sha256", Buffer.from(text), pairs["rsa-1"].privateKey);
  return { Authorization: `Bearer ${text}.${signature.toString("base64url")}` };
}

export const boardProvider: Provider = {
  states: {},
  makeCredential: jwtCredentials({
    toleranceSeconds: TOLERANCE_S,
    longestLifeSeconds: LONGEST_LIFE_S,
    algorithms: ["RS256", "ES256"],
    audience: AUDIENCE,
    user: () =>
      Promise.resolve({
        name: USER,
        keys: {
          RS256: { kid: "rsa-1", privateKey: pairs["rsa-1"].privateKey },
          ES256: { kid: "ec-1", privateKey: pairs["ec-1"].privateKey },
        },
      }),
  }),
  http: {
    bodyLimitBytes: BODY_LIMIT_BYTES,
    uploadLimitBytes: BODY_LIMIT_BYTES,
    openPoints: { "repeated-parameters": "refused", "missing-content-type": "refused" },
    precedence: [
      ["unknown-path", "method"],
      ["credential"],
      ["size", "media-type"],
      ["schema"],
      ["business-rule"],
    ],
  },
};
