import type { PageAddresses } from "./links.ts";
import { amountOf, type Transaction } from "../../domain/payments/transaction.ts";

/**
 * The text of a QR code for a bank transfer: EMV QR Code Specification for Payment Systems, merchant-presented mode, with the account
 * template of Viet Nam (VietQR). Apps recognise the form, but its bank does not exist, so nobody can be paid.
 */
export function transferCode(transaction: Transaction): string {
  const { id, partnerCode, categoryCode = "", orderId } = transaction;
  const account = `SANDBOX${id.replaceAll("-", "").slice(-12).toUpperCase()}`;
  const fields = [
    transferCodeField("00", "01"),
    // 12: the code is for one payment.
    transferCodeField("01", "12"),
    transferCodeField(
      "38",
      transferCodeField("00", VIETQR) +
        transferCodeField(
          "01",
          transferCodeField("00", NO_BANK) + transferCodeField("01", account),
        ) +
        transferCodeField("02", TO_ACCOUNT),
    ),
    transferCodeField("52", /^\d{4}$/.test(categoryCode) ? categoryCode : "0000"),
    // ISO 4217: VND.
    transferCodeField("53", "704"),
    transferCodeField("54", String(amountOf(transaction))),
    transferCodeField("58", "VN"),
    transferCodeField("59", transliterateText(`SANDBOX ${partnerCode}`)),
    transferCodeField("60", "SANDBOX"),
    transferCodeField(
      "62",
      transferCodeField("01", transliterateText(orderId)) +
        transferCodeField("08", transliterateText(`SANDBOX ${orderId}`)),
    ),
    // The checksum includes its own tag and length.
    "6304",
  ].join("");
  return fields + crc16(fields);
}

/** The content of the QR code: a transfer in a sandbox, and otherwise the address of the payment page. */
export function codeContent(
  transaction: Transaction,
  pages: Pick<PageAddresses, "payment">,
  isSandbox: boolean,
): string {
  return isSandbox ? transferCode(transaction) : pages.payment(transaction.id);
}

/** The application identifier of VietQR. */
const VIETQR = "A000000727";
/** Not a bank: the issuer numbers of banks in Viet Nam begin with 970. */
const NO_BANK = "000000";
const TO_ACCOUNT = "QRIBFTTA";

/** Tag, two digits of length, value (EMV QRCPS, section 3.2). */
function transferCodeField(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, "0") + value;
}

/** Reduces a text to 25 printable ASCII characters, as the specification requires. */
function transliterateText(text: string): string {
  return (
    text
      .normalize("NFD")
      .replace(/[^ -~]/g, "")
      .slice(0, 25)
      .trim() || "-"
  );
}

/** CRC-16/IBM-3740 in four hexadecimal digits: polynomial 1021, initial value FFFF (EMV QRCPS, section 4.7.3). */
function crc16(text: string): string {
  let crc = 0xffff;
  for (const byte of Buffer.from(text, "ascii")) {
    crc ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1)
      crc = crc & 0x8000 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, "0");
}
