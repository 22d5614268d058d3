import { expect, test } from "vitest";
import { html, prose } from "./html.ts";

test("values are escaped, HTML is not", () => {
  const name = `<b>"O'Neil" & co</b>`;
  expect(html`<p title="${name}">${html`<i>${name}</i>`}</p>`.text).toBe(
    `<p title="&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;"><i>&lt;b&gt;&quot;O&#39;Neil&quot; &amp; co&lt;/b&gt;</i></p>`,
  );
});

test("lists are joined, undefined is left out", () => {
  const items = ["a", "b"].map((item) => html`${item};`);
  expect(html`${items}${undefined}${0}${["<", ["&"]]}`.text).toBe("a;b;0&lt;&amp;");
});

test("text between backquotes is escaped code", () => {
  expect(prose("Of `<a>` and `b`.").text).toBe("Of <code>&lt;a&gt;</code> and <code>b</code>.");
});
