import { encodeQR } from "qr";
import { expect, test } from "vitest";
import { startRecorder } from "../../targets/client/recorder/recorder.ts";
import { openPage } from "./page.ts";

const text = "https://pay.example/t/7?lang=en&amount=150000";
const rows = encodeQR(text, "raw", { border: 4 });
const side = rows.length;
const dark = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [[x, y]] : [])));
const each = (write: (x: number, y: number) => string) =>
  dark.map(([x = 0, y = 0]) => write(x, y)).join("");
const svg = (content: string, attributes = `viewBox="0 0 ${side} ${side}"`) =>
  `<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${content}</svg>`;
const white = '<rect width="100%" height="100%" fill="#ffffff"/>';

test.each([
  ["closed paths", svg(`<path d="${each((x, y) => `M${x} ${y}h1v1h-1z`)}"/>`)],
  [
    "absolute paths",
    svg(each((x, y) => `<path d="M${x},${y}L${x + 1} ${y} ${x + 1} ${y + 1} ${x} ${y + 1}Z"/>`)),
  ],
  [
    "strokes",
    svg(`${white}<path stroke="#000000" fill="none" d="${each((x, y) => `M${x} ${y}.5h1`)}"/>`),
  ],
  [
    "rectangles of another unit, under a size",
    svg(
      `<title>QR</title><g style="fill: #112">${each((x, y) => `<rect x="${3 * x}" y="${3 * y}" width="3" height="3"/>`)}</g>`,
      `width="${3 * side}" height="${3 * side}"`,
    ),
  ],
])("a QR code drawn with %s is read", async (_, picture) => {
  expect(await codesOf(`<p>Scan</p>${picture}<p>or pay</p>`, "text/html")).toEqual([text]);
});

test.each([
  ["an icon on a page", "text/html", svg('<path d="M1 1h9v9h-9z"/>'), []],
  ["a picture of curves", "image/svg+xml", svg('<circle cx="3" cy="3" r="2"/>'), []],
  ["a picture that says nothing", "image/svg+xml", svg('<path d="M1 1h9v9h-9z"/>'), [""]],
])("%s has no text", async (_, contentType, body, codes) => {
  expect(await codesOf(body, contentType)).toEqual(codes);
});

async function codesOf(body: string, contentType: string): Promise<readonly string[]> {
  await using server = await startRecorder();
  server.answer = { status: 200, headers: {}, contentType, form: { body: { text: body } } };
  return (await openPage(server.url)).body.codes;
}
