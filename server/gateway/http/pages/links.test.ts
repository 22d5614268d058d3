import { expect, test } from "vitest";
import { createLinks, createPageKeys, hidePageKeys, type PageKind } from "./links.ts";

const id = "01927f3e-0000-7000-8000-000000000000";
const keys = createPageKeys(new Uint8Array(32));
const links = createLinks("https://pay.example", keys);
const kinds: readonly PageKind[] = ["payment", "otp", "3ds"];

function segmentOf(kind: PageKind): string {
  const url = {
    payment: links.in("vi").payment(id),
    otp: links.in("vi").otp(id),
    "3ds": links.in("vi").threeDs(id),
  }[kind];
  return new URL(url).pathname.split("/").at(-1) ?? "";
}

test("the keys of all pages are hidden in a text", () => {
  const { payment, qrCode, otp, threeDs } = links.in("vi");
  for (const address of [payment, qrCode, otp, threeDs])
    expect(hidePageKeys(`{"url":"${address(id)}"}`)).toMatch(
      /^\{"url":"https:\/\/pay\.example\/pay\/[\w/]*[\w-]{36}\.\(key\)(\/qr)?\?lang=vi"\}$/,
    );
});

test.each(kinds)("only the whole address of a %s page is accepted", (kind) => {
  const segment = segmentOf(kind);
  // 22 characters of Base64 hold 132 bits.
  expect(segment).toMatch(new RegExp(`^${id}\\.[\\w-]{22}$`));
  expect(links.idIn(kind, segment)).toBe(id);
  const foreign = createLinks("https://pay.example", createPageKeys(new Uint8Array(32).fill(1)));
  expect(foreign.idIn(kind, segment)).toBeUndefined();
  for (const other of kinds.filter((each) => each !== kind))
    expect(links.idIn(other, segment)).toBeUndefined();
  for (const wrong of [
    "",
    ".",
    id,
    `${id}.`,
    segment.slice(0, -1),
    `${segment}A`,
    `${segment}.`,
    segment.replace("01927f3e", "01927f3f"),
    segment.slice(0, -1) + (segment.endsWith("A") ? "B" : "A"),
    "\u0000".repeat(segment.length),
  ])
    expect(links.idIn(kind, wrong), wrong).toBeUndefined();
});
