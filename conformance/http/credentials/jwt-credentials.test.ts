import { errors, jwtVerify } from "jose";
import { expect, test } from "vitest";
import { credentialKinds, type CredentialKind } from "./credential-kinds.ts";
import { jwtCredentials } from "./jwt-credentials.ts";

const secret = "a secret of at least 32 characters";
const place = { scheme: "Bearer", in: "header", name: "Authorization" } as const;
const context = { server: new URL("http://127.0.0.1/"), place, headers: {} };
const toleranceSeconds = 30;
const longestLifeSeconds = 3600 * 24;

let asked = 0;
const makers = jwtCredentials({
  toleranceSeconds,
  longestLifeSeconds,
  user: () => {
    asked += 1;
    return Promise.resolve({ name: "me", secret });
  },
});

/** A library of its own, and what it does not know. */
async function isLetIn(jwt: string): Promise<boolean> {
  try {
    const { payload } = await jwtVerify(jwt, new TextEncoder().encode(secret), {
      algorithms: ["HS256"],
      issuer: "me",
      clockTolerance: toleranceSeconds,
      requiredClaims: ["exp"],
    });
    return (payload.exp ?? 0) - Date.now() / 1000 <= longestLifeSeconds + toleranceSeconds;
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return false;
    throw error;
  }
}

test.each(Object.keys(credentialKinds) as CredentialKind[])(
  "of the kind %s a library says the same",
  async (kind) => {
    const make = makers[kind];
    if (make === "not applicable") throw new Error(`${kind} is applicable.`);
    expect(await isLetIn(await make(context))).toBe(credentialKinds[kind].isGood);
  },
);

test("its user is asked for once", () => {
  expect(asked).toBe(1);
});

test("where clocks may not differ, and lives have no end, there is nothing at those limits", () => {
  const strict = jwtCredentials({
    toleranceSeconds: 0,
    user: () => Promise.resolve({ name: "me", secret }),
  });
  const kinds = Object.keys(credentialKinds) as CredentialKind[];
  expect(kinds.filter((kind) => strict[kind] === "not applicable")).toEqual([
    "within-tolerance",
    "early-within-tolerance",
    "lifetime-too-long",
    "issued-ahead",
  ]);
});
