import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";

/** The header with a partner's JWT. */
export const credential = "X-SERVICE-AUTH";

/**
 * Returns a JWT of the demo partner.
 *
 * @throws {Error} with the message of the command, if there is no such partner
 */
export async function existingJwt(): Promise<string> {
  const command = ["server/gateway/process/commands/token.ts"];
  // Vitest sets MODE=test.
  const env = { ...process.env, MODE: "sandbox" };
  const { stdout } = await promisify(execFile)(process.execPath, command, { env }).catch(
    (error: unknown) => {
      throw new Error(isEnded(error) ? error.stderr.trim() : String(error), { cause: error });
    },
  );
  return stdout.trim();
}

/** Whether a command has printed an error. */
function isEnded(error: unknown): error is { readonly stderr: string } {
  return error instanceof Error && "stderr" in error && typeof error.stderr === "string";
}

/** More than the clock tolerance. */
const EXPIRED_S = 120;

/** Makes an expired JWT. */
export function expiredJwt(issuer: string, secret: string): string {
  const exp = Math.floor(Date.now() / 1000) - EXPIRED_S;
  const signed = [
    { alg: "HS256", typ: "JWT" },
    { iss: issuer, exp },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"))
    .join(".");
  const key = createHmac("sha256", secret);
  return `${signed}.${key.update(signed).digest("base64url")}`;
}
