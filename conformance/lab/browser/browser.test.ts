import { afterAll } from "vitest";
import { closeBrowser } from "./browser.ts";
// One file, so that all tests share one browser.
import "./checkout.ts";
import "./console.ts";

afterAll(closeBrowser);
