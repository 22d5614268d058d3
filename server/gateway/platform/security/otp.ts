import { isSameText } from "./constant-time.ts";
import { createMac } from "./cipher.ts";
import type { OtpMint } from "../../domain/dependencies.ts";

const OTP_DIGITS = 6;

/**
 * Makes one-time passwords from the master key as in RFC 4226, section 5.3, with the id of the verification as the counter.
 *
 * @param previous keys that may have made passwords that are still valid
 */
export function createOtps(masterKey: Uint8Array, ...previous: readonly Uint8Array[]): OtpMint {
  const mint = mintOf(masterKey);
  const mints = [mint, ...previous.map(mintOf)];
  const isRight = ({ digest }: Mint, verificationId: string, otp: string, expected: string) =>
    isSameText(expected, digest(verificationId, otp));
  return {
    ...mint,
    matches: (verificationId, otp, expected) =>
      mints.some((mint) => isRight(mint, verificationId, otp, expected)),
    recall: (verificationId, expected) =>
      mints
        .find((mint) => isRight(mint, verificationId, mint.make(verificationId), expected))
        ?.make(verificationId),
  };
}

type Mint = Pick<OtpMint, "make" | "digest">;

function mintOf(masterKey: Uint8Array): Mint {
  const mac = createMac(masterKey, "one-time-password");
  return {
    make: (verificationId) => otpDigits(mac("make", verificationId)),
    digest: (verificationId, otp) => mac("digest", verificationId, otp).toString("hex"),
  };
}

/** Dynamic truncation: the last four bits are the offset of 31 bits. */
function otpDigits(mac: Buffer): string {
  const offset = mac.readUInt8(mac.length - 1) & 0x0f;
  const bits = mac.readUInt32BE(offset) & 0x7fffffff;
  return String(bits % 10 ** OTP_DIGITS).padStart(OTP_DIGITS, "0");
}
