import { generateKeyPairSync } from "node:crypto";
import { createLocalJWKSet, errors, exportJWK, jwtVerify, type JWTVerifyGetKey } from "jose";
import { describe, expect, test } from "vitest";
import {
  credentialKinds,
  type CredentialKind,
  type CredentialMakers,
} from "../cases/servers/credentials/credential-kinds.ts";
import { jwtCredentials } from "./credentials.ts";

const secret = "a secret of at least 32 characters";
const place = { scheme: "Bearer", in: "header", name: "Authorization" } as const;
const context = { server: new URL("http://127.0.0.1/"), place, headers: {} };
const limits = { toleranceSeconds: 30, longestLifeSeconds: 3600 * 24, audience: "us" };
const kinds = Object.keys(credentialKinds) as CredentialKind[];

const rsa = generateKeyPairSync("rsa", { modulusLength: 2048 });
const ec = generateKeyPairSync("ec", { namedCurve: "P-256" });
const keys = createLocalJWKSet({
  keys: [
    { ...(await exportJWK(rsa.publicKey)), kid: "r", alg: "RS256" },
    { ...(await exportJWK(ec.publicKey)), kid: "e", alg: "ES256" },
  ],
});

let asked = 0;
const ofSecret = jwtCredentials({
  ...limits,
  user: () => {
    asked += 1;
    return Promise.resolve({ name: "me", secret });
  },
  another: () => Promise.resolve({ name: "you", secret: "the secret of another registered user" }),
});
const ofKeys = jwtCredentials({
  ...limits,
  algorithms: ["RS256", "ES256"],
  user: () =>
    Promise.resolve({
      name: "me",
      keys: {
        RS256: {
          kid: "r",
          privateKey: rsa.privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
        },
        ES256: { kid: "e", privateKey: ec.privateKey },
      },
    }),
});

/** Verifies with an independent library, and checks the lifetime, which it does not. */
async function isAccepted(
  jwt: string,
  key: JWTVerifyGetKey,
  algorithms: string[],
): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(jwt, key, {
      algorithms,
      issuer: "me",
      audience: limits.audience,
      clockTolerance: limits.toleranceSeconds,
      requiredClaims: ["exp"],
    });
    const left = (payload.exp ?? 0) - Date.now() / 1000;
    return left <= limits.longestLifeSeconds + limits.toleranceSeconds;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

function applicable(makers: CredentialMakers): CredentialKind[] {
  return kinds.filter((kind) => makers[kind] !== "not applicable");
}

async function made(makers: CredentialMakers, kind: CredentialKind): Promise<string> {
  const make = makers[kind];
  if (make === "not applicable") throw new Error(`${kind} does not apply`);
  return make(context);
}

describe("a library accepts the good kinds only", () => {
  const bytes = new TextEncoder().encode(secret);

  test.each(applicable(ofSecret))("with a secret: %s", async (kind) => {
    const jwt = await made(ofSecret, kind);
    const { isGood } = credentialKinds[kind];
    expect(await isAccepted(jwt, () => bytes, ["HS256"])).toBe(isGood);
  });

  test("unless it takes the key of any registered user for that of the named one", async () => {
    const key = new TextEncoder().encode("the secret of another registered user");
    const jwt = await made(ofSecret, "of-another");
    expect(await isAccepted(jwt, () => key, ["HS256"])).toBe(true);
  });

  test.each(applicable(ofKeys))("with private keys: %s", async (kind) => {
    const jwt = await made(ofKeys, kind);
    expect(await isAccepted(jwt, keys, ["RS256", "ES256"])).toBe(credentialKinds[kind].isGood);
  });
});

test("every kind is made in one way or the other", () => {
  expect(new Set([...applicable(ofSecret), ...applicable(ofKeys)]).size).toBe(kinds.length);
});

test("the provider is asked for the user once", () => {
  expect(asked).toBe(1);
});

test("a missing key is reported by the name of its algorithm", async () => {
  const user = () => Promise.resolve({ name: "me", secret });
  const makers = jwtCredentials({ toleranceSeconds: 0, algorithms: ["ES256"], user });
  await expect(made(makers, "good")).rejects.toThrow("The provider gives no key of me for ES256.");
});

test("without a tolerance and a longest lifetime, the kinds at these limits do not apply", () => {
  const user = () => Promise.resolve({ name: "me", secret });
  const strict = jwtCredentials({ toleranceSeconds: 0, audience: "us", user });
  expect(applicable(ofSecret).filter((kind) => strict[kind] === "not applicable")).toEqual([
    "of-another",
    "within-tolerance",
    "early-within-tolerance",
    "lifetime-too-long",
    "issued-ahead",
    "expiry-in-milliseconds",
  ]);
});
