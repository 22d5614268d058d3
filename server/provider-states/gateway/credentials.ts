import { execFile } from "node:child_process";
import { createHmac } from "node:crypto";
import { promisify } from "node:util";

/** The header that a partner's JWT stands in. */
export const credential = "X-SERVICE-AUTH";

/**
 * The JWT of the partner that the gateway has made for its first user.
 *
 * @throws {Error} with what the command said, when there is none
 */
export async function existingJwt(): Promise<string> {
  const command = ["server/gateway/cli/token.ts", "--existing"];
  const { stdout } = await promisify(execFile)(process.execPath, command).catch(
    (error: unknown) => {
      throw new Error(isEnded(error) ? error.stderr.trim() : String(error), { cause: error });
    },
  );
  return stdout.trim();
}

/** Whether a command has ended by itself, and said why. */
function isEnded(error: unknown): error is { readonly stderr: string } {
  return error instanceof Error && "stderr" in error && typeof error.stderr === "string";
}

/** Longer ago than clocks may differ. */
const EXPIRED_S = 120;

/** A JWT of a partner whose time is over. */
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
