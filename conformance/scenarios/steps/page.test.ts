import { encodeQR } from "qr";
import { expect, test } from "vitest";
import { readQrCode } from "../../../server/provider-states/gateway-helpers/pictures.ts";
import { startRecorder } from "../../targets/recording-server/recorder.ts";
import { openPage } from "./page.ts";

const html = `<!doctype html><html lang="en"><head><title>Not read</title>
  <meta http-equiv="refresh" content="5;url=https://shop.example/back?a=1&amp;b=2" />
  <style>b{}</style></head><body><h1>Tea &amp; <b>&lt;cake&gt;</b></h1>
  <dl><dd>253.300&nbsp;₫</dd><dd>₫1,000</dd><dd>VND 3300.00</dd><dd>Order 42 8A956FDA DEB12C</dd></dl>
  <a class="x" href="app://orders/7?x=1">App</a></body></html>`;

test("a page is read after redirects on its host", async () => {
  await using server = await startRecorder();
  server.response = { status: 200, headers: {}, contentType: "text/html", body: html };
  server.responseTo = ({ target }) =>
    target === "/start" ? { status: 303, headers: { Location: "/page" } } : undefined;
  const { status, body } = await openPage(new URL("/start", server.url));
  expect(status).toBe(200);
  expect(body).toEqual({
    url: new URL("/page", server.url).href,
    language: "en",
    text: "Tea & <cake> 253.300 ₫ ₫1,000 VND 3300.00 Order 42 8A956FDA DEB12C App",
    quantities: ["253300", "1000", "3300"],
    links: ["app://orders/7?x=1", "https://shop.example/back?a=1&b=2"],
    onward: "https://shop.example/back?a=1&b=2",
    codes: [],
  });
});

/** Opens a page with this text. */
async function opened(text: string, contentType = "text/html") {
  await using server = await startRecorder();
  server.response = { status: 200, headers: {}, contentType, form: { body: { text } } };
  return (await openPage(server.url, readQrCode)).body;
}

test("digits within a word are not a quantity", async () => {
  const words = "CAB5081D1 D15081CAB VND12x CAB4567890123456 4567890123456CAB";
  const found = "VND 7, 8VND, 9 VND, EUR10, €11, 12€";
  const { quantities } = await opened(`<p>${words}</p><p>${found}</p>`);
  expect(quantities).toEqual(["7", "8", "9", "10", "11", "12"]);
});

test("a page is parsed as browsers parse it", async () => {
  const body = await opened(
    `<HTML lang='VI-vn'><META CONTENT='3; URL=app://on' HTTP-EQUIV=Refresh>
      <meta name=description content="3; url=app://none"><a href=app://bare class=x>Tr&agrave; > 1</a>
      <A class="a>b" HREF='app://single'>x</A><!-- <a href="app://hidden">hidden</a> -->
      <noscript><a href="app://plain">plain</a></noscript><script>"</b>hidden"</script>`,
  );
  expect(body).toMatchObject({
    language: "vi",
    text: "Trà > 1 x plain",
    links: ["app://bare", "app://single", "app://plain", "app://on"],
    onward: "app://on",
  });
});

test("a redirect to another host is not followed", async () => {
  await using server = await startRecorder();
  server.response = { status: 303, headers: { Location: "https://shop.example/back?a=1" } };
  const { status, body } = await openPage(server.url);
  expect({ status, links: body.links }).toEqual({
    status: 303,
    links: ["https://shop.example/back?a=1"],
  });
});

const code = encodeQR("https://pay.example/t/7?lang=en", "svg");
const icon = '<svg viewBox="0 0 20 20"><path d="M1 1h9v9h-9z"/></svg>';

test.each([
  ["a QR code on a page", "text/html", `<p>Scan</p>${code}`, ["https://pay.example/t/7?lang=en"]],
  ["an icon on a page", "text/html", icon, []],
  ["a picture that says nothing", "image/svg+xml", icon, [""]],
])("QR codes: %s", async (_, contentType, text, codes) => {
  expect((await opened(text, contentType)).codes).toEqual(codes);
});

test("pictures say nothing if the provider cannot read them", async () => {
  await using server = await startRecorder();
  server.response = { status: 200, headers: {}, contentType: "text/html", body: code };
  expect((await openPage(server.url)).body.codes).toEqual([]);
});
