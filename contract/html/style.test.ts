import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { pageStyle, styleTokens } from "./style.ts";

test("tokens with a number have the values of Open Props", () => {
  const foundation = readFileSync(
    fileURLToPath(import.meta.resolve("open-props/open-props.min.css")),
    "utf8",
  );
  const numbered = [...styleTokens.matchAll(/--([a-z-]+-(?:\d+|round)): ([^;]+);/g)];
  expect(numbered.length).toBeGreaterThan(20);
  for (const [, name = "", value = ""] of numbered)
    expect(foundation).toContain(`--${name}:${value}`);
});

test("every token is declared and used", () => {
  const declared = [...styleTokens.matchAll(/(--[a-z\d-]+):/g)].map(([, name]) => name);
  const used = [...pageStyle.matchAll(/var\((--[a-z\d-]+)\)/g)].map(([, name]) => name);
  expect([...new Set(used)].sort()).toEqual(declared.sort());
});
