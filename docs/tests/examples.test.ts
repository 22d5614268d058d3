import { expect, test } from "vitest";
import { payByCard, run } from "./user.ts";

test("the smallest project serves its contract", async () => {
  const example = start("smallest");
  const url = await example.printed(/http:\S+/);
  expect(await (await fetch(url)).json()).toEqual({ text: "Good morning, Ada." });
  expect((await fetch(`${url}${"a".repeat(20)}`)).status).toBe(400);
});

test("the Express application validates the migrated path and keeps the others", async () => {
  const example = start("express");
  const url = await example.printed(/http:\S+/);
  const add = (book: object) =>
    fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(book),
    });
  expect((await add({ title: "Emma", pages: 474, undocumented: true })).status).toBe(201);
  expect((await add({ title: "", pages: 0 })).status).toBe(400);
  expect(await (await fetch(url)).json()).toEqual([{ title: "Emma", pages: 474 }]);
  expect(await (await fetch(new URL("/members", url))).json()).toEqual(["Ada"]);
});

test("the shop sells a book", async () => {
  const example = start("shop");
  const shop = (await example.printed(/Shop at [^\s,]+/)).slice("Shop at ".length);
  const bought = await fetch(`${shop}/buy`, { method: "POST", redirect: "manual" });
  const page = await payByCard(bought.headers.get("location") ?? "");
  const [, order = ""] = /content="5;url=([^"]*)"/.exec(page) ?? [];
  expect(new URL(order).origin).toBe(shop);
  await expect.poll(async () => (await fetch(order)).text()).toBe("Your order is success.");
});

function start(name: string) {
  const ports = { PORT: "0", PORT_SHOP: "0" };
  return run("npm", ["start", "--prefix", `docs/examples/${name}`], ports);
}
