import decodeQR from "qr/decode.js";
import { expect, test } from "vitest";
import { qrImage } from "./qr-image.ts";
import { pictureOf } from "./testing/picture.ts";

test.each([1, 70, 110, 330, 666])(
  "a reader finds the %d characters that were encoded",
  (length) => {
    const text = "https://pay.example/".padEnd(length, "0123456789").slice(0, length);
    expect(decodeQR(pictureOf(qrImage(text).text))).toBe(text);
  },
);
