import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { transferCode } from "./transfer-code.ts";

/** Reads the fields of a text by their tags. */
function read(text: string): Record<string, string> {
  if (text === "") return {};
  const length = Number(text.slice(2, 4));
  const value = text.slice(4, 4 + length);
  expect(value).toHaveLength(length);
  return { [text.slice(0, 2)]: value, ...read(text.slice(4 + length)) };
}

/** Computes the checksum from the bits of the whole message, unlike the implementation. */
function checksum(text: string): string {
  const bits = Array.from(text, (sign) => sign.charCodeAt(0).toString(2).padStart(8, "0")).join("");
  const rest = Array.from(bits).reduce((crc, bit) => {
    const top = (crc >> 15) ^ Number(bit);
    return top === 1 ? ((crc << 1) ^ 0x1021) & 0xffff : (crc << 1) & 0xffff;
  }, 0xffff);
  return rest.toString(16).toUpperCase().padStart(4, "0");
}

test("a transfer has amount, order and the mark of the sandbox in the form of VietQR", async () => {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const placed = await placeHosted(gateway, partner, "Đơn-1", { paymentMethod: "VA" });
  const text = transferCode(placed);
  const fields = read(text);
  expect(fields).toMatchObject({
    "00": "01",
    "01": "12",
    "53": "704",
    "54": "150000",
    "58": "VN",
    "59": "SANDBOX P1",
    "60": "SANDBOX",
  });
  const { "00": scheme, "01": beneficiary, "02": service } = read(fields["38"] ?? "");
  expect([scheme, service]).toEqual(["A000000727", "QRIBFTTA"]);
  const { "00": bank, "01": account } = read(beneficiary ?? "");
  expect(bank).toBe("000000");
  expect(account).toMatch(/^SANDBOX\w{12}$/);
  expect(read(fields["62"] ?? "")["01"]).toBe("on-1");
  expect(fields["63"]).toBe(checksum(text.slice(0, -4)));
});
