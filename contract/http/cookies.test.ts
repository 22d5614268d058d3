import { expect, test } from "vitest";
import { cookieOf, cookieText } from "./cookies.ts";

test.each(["dark", "a;b=c", '"quoted"', " ä 漢 🙂 ", "%20", "", "1,5"])(
  "the cookie %j is read as it was written, beside others",
  (value) => {
    const header = cookieText({ them: "other", theme: value, size: 3, none: undefined });
    expect(header).toMatch(/^[\x21-\x7e ]+$/);
    expect(cookieOf(header, "theme")).toBe(value);
    expect(cookieOf(header, "size")).toBe("3");
    expect(cookieOf(header, "none")).toBeUndefined();
  },
);

test("of others' cookies, quotes are taken off and broken encoding stays", () => {
  expect(cookieOf('a="x y";b=%zz', "a")).toBe("x y");
  expect(cookieOf('a="x y";b=%zz', "b")).toBe("%zz");
});
