import { afterAll } from "vitest";
import { closeBrowser } from "./browser.ts";
import { closeSandbox } from "./served.ts";
// One file, so that all tests share one browser and, where they can, one sandbox.
import "./checkout.ts";
import "./console.ts";
import "./reference.ts";

afterAll(() => Promise.all([closeBrowser(), closeSandbox()]));
