import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NotAuthenticatedError } from "../../domain/errors.ts";
import { issueJwt, verifyJwt } from "./jwt.ts";

const now = Date.UTC(2026, 10, 20);
const seconds = now / 1000;
const secret = "s".repeat(32);
const claims = { iss: "P1", exp: seconds + 3600 };

/** Partner P1 with the usual secret, and P2 whose secret is too short to sign with. */
function find(issuer: string): Promise<{ owner: string; secrets: string[] } | undefined> {
  const secrets: Record<string, string> = { P1: secret, P2: "s".repeat(31) };
  const found = secrets[issuer];
  return Promise.resolve(found === undefined ? undefined : { owner: issuer, secrets: [found] });
}

function encoded(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

/** Signs any payload with any header. */
function forge(
  payload: unknown,
  { header, key, hash }: { header?: object; key?: string; hash?: string } = {},
): string {
  const signed = `${encoded(header ?? { alg: "HS256" })}.${encoded(payload)}`;
  const signature = createHmac(hash ?? "sha256", key ?? secret)
    .update(signed)
    .digest("base64url");
  return `${signed}.${signature}`;
}

const verify = (header: string | undefined) => verifyJwt(header, find, now);

describe("accepted", () => {
  test("an issued JWT, for 24 hours", async () => {
    const jwt = await issueJwt("P1", secret, now);
    expect(await verify(jwt)).toBe("P1");
    expect(await verifyJwt(jwt, find, now + 86_399_000)).toBe("P1");
  });

  test.each(["", "Bearer ", "bearer "])("after %j", async (scheme) => {
    expect(await verify(scheme + forge(claims))).toBe("P1");
  });

  test.each([
    ["expired within the tolerance", { exp: seconds - 29 }],
    ["24 hours and the tolerance ahead", { exp: seconds + 86_430 }],
    ["with optional claims", { iat: seconds, jti: "1" }],
  ])("%s", async (_name, further) => {
    expect(await verify(forge({ ...claims, ...further }))).toBe("P1");
  });
});

test("a verified JWT is refused when it has expired or its secret is replaced", async () => {
  const jwt = forge({ ...claims, nbf: seconds });
  expect(await verify(jwt)).toBe("P1");
  expect(await verify(jwt)).toBe("P1");
  const replaced = () => Promise.resolve({ owner: "P1", secrets: ["t".repeat(32)] });
  await expect(verifyJwt(jwt, replaced, now)).rejects.toThrow("is not signed with the secret");
  const disabled = () => Promise.resolve(undefined);
  await expect(verifyJwt(jwt, disabled, now)).rejects.toThrow(NotAuthenticatedError);
  const over = (3600 + 30) * 1000;
  expect(await verifyJwt(jwt, find, now + over - 1)).toBe("P1");
  await expect(verifyJwt(jwt, find, now + over)).rejects.toThrow("has expired");
  // The machine's clock was put back.
  await expect(verifyJwt(jwt, find, now - 31_000)).rejects.toThrow("nbf");
});

describe("refused", () => {
  const [header = "", payload = "", signature = ""] = forge(claims).split(".");
  test.each<[string, string | undefined]>([
    ["none", undefined],
    ["empty", ""],
    ["a text that is not a JWT", "opaque"],
    ["a scheme alone", "Bearer "],
    ["another scheme", `Basic ${forge(claims)}`],
    ["alg none, unsigned", `${encoded({ alg: "none" })}.${payload}.`],
    ["alg none, signed", forge(claims, { header: { alg: "none" } })],
    ["alg None", forge(claims, { header: { alg: "None" } })],
    ["HS512", forge(claims, { header: { alg: "HS512" }, hash: "sha512" })],
    ["RS256 over an HMAC", forge(claims, { header: { alg: "RS256" } })],
    ["no alg", forge(claims, { header: {} })],
    ["an unknown critical header", forge(claims, { header: { alg: "HS256", crit: ["x"], x: 1 } })],
    ["another key", forge(claims, { key: "t".repeat(32) })],
    ["an empty key", forge(claims, { key: "" })],
    ["a key that is too short", forge({ ...claims, iss: "P2" }, { key: "s".repeat(31) })],
    ["no signature", `${header}.${payload}.`],
    ["a cut signature", `${header}.${payload}.${signature.slice(0, -2)}`],
    // RFC 7515, section 2: Base64url without padding, white space or other characters.
    ["padding", `${forge(claims)}=`],
    ["a space in the signature", `${header}.${payload}. ${signature}`],
    ["a changed payload", `${header}.${encoded({ ...claims, x: 1 })}.${signature}`],
    ["expired", forge({ ...claims, exp: seconds - 31 })],
    ["too far ahead", forge({ ...claims, exp: seconds + 86_431 })],
    ["never", forge({ ...claims, exp: Number.MAX_SAFE_INTEGER })],
    ["no exp", forge({ iss: "P1" })],
    ["exp as text", forge({ ...claims, exp: String(claims.exp) })],
    ["not valid yet", forge({ ...claims, nbf: seconds + 31 })],
    // RFC 7519, section 4.1.3: the gateway has no name of its own.
    ["for an audience", forge({ ...claims, aud: "P1" })],
    ["no iss", forge({ exp: claims.exp })],
    ["an empty iss", forge({ ...claims, iss: "" })],
    ["iss that is not a text", forge({ ...claims, iss: ["P1"] })],
    ["an unknown partner", forge({ ...claims, iss: "P9" })],
    ["a payload that is not an object", forge("P1")],
  ])("%s", async (_name, value) => {
    await expect(verify(value)).rejects.toThrow(NotAuthenticatedError);
  });

  test.each(["HS256", "HS384", "none", undefined])(
    "alg %s: an unknown partner gets the message of a wrong signature",
    async (alg) => {
      const by = { header: { alg }, key: "t".repeat(32) };
      const [unknown, known] = await Promise.all(
        [forge({ ...claims, iss: "P9" }, by), forge(claims, by)].map((jwt) =>
          verify(jwt).catch((error: unknown) => String(error)),
        ),
      );
      expect(unknown).toBe(known);
    },
  );
});
