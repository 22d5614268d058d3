import { expect, test } from "vitest";
import { html, isolated } from "./html.ts";

test("what is put in is escaped, HTML is not", () => {
  const name = `<b>"O'Neil" & co</b>`;
  expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.text).toBe(
    `<p title="&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;"><i>&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;</i></p>`,
  );
});

test("lists are joined, nothing is nothing", () => {
  const items = ["a", "b"].map((item) => html`${item};`);
  expect(html`${items}${undefined}${0}`.text).toBe("a;b;0");
});

test.each(["\u202e", "\u2066", "\u200f", "\u061c", "\u0007"])("%j turns nothing around", (sign) => {
  expect(isolated(`a${sign}<b>`).text).toBe("<bdi>a\ufffd&lt;b&gt;</bdi>");
});

test("what is written from right to left stays as it is", () => {
  expect(isolated("שלום").text).toBe("<bdi>שלום</bdi>");
});
