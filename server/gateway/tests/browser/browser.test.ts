import { afterAll } from "vitest";
import { closeBrowser } from "./browser.ts";
import { closeSandbox } from "./served.ts";
// All tests share one browser and most share one sandbox, so they run as one file.
import "./checkout.ts";
import "./console.ts";
import "./reference.ts";
import "./report.ts";
import "./requests.ts";

afterAll(() => Promise.all([closeBrowser(), closeSandbox()]));
