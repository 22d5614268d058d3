import { expect, test } from "vitest";
import { requireUsable, readPartnerOptions } from "./partner-options.ts";
import type { Settings } from "../settings.ts";

const mode = "production";

async function refusal(given: string[], inMode: Settings["mode"] = mode): Promise<string> {
  try {
    await requireUsable(readPartnerOptions(given), inMode);
    return "";
  } catch (error) {
    return String(error);
  }
}

test.each([
  [[], "--code is required."],
  [["--code", "B", "--callback-url", "acme.example"], "--callback-url must be"],
  [["--code", "B", "--callback-url", "ftp://acme.example"], "must be an http or https URL"],
  [["--code", "B", "--callback-url", "https://me:you@acme.example"], "without credentials"],
  [["--code", "B", "--callback-url", "HTTP://acme.example"], "--callback-url must be https"],
  [
    ["--code", "B", "--methods", "CC,CARD"],
    "--methods: there is no method CARD; there are ATM, CC",
  ],
  [["--code", "B", "--fees", "CARD=1"], "--fees: there is no method CARD"],
  [
    ["--code", "B", "--fees", "CC=1.5"],
    '--fees must be METHOD=AMOUNT,… in whole VND, not "CC=1.5".',
  ],
  [["--code", "B", "--fees", "CC=500000001"], "--fees, CC, must be"],
  [["--code", "B", "--sub-accounts", "Ä 1"], '--sub-accounts: "Ä 1" cannot be sent'],
  [["--code", "B", "--callback", "x"], "--callback"],
  [["--code", "DEMO"], "--code DEMO is the sandbox's partner"],
  [["--code", "B", "--disable"], "--disable and --enable need --change"],
  [["--code", "B", "--change", "--disable", "--enable"], "cannot be used together"],
  [["--code", "B", "--change", "--old-secret-hours", "1"], "needs --rotate-secret"],
  [["--code", "B", "--rotate-secret", "--old-secret-hours", "721"], "from 0 to 720"],
  [["--code", "B", "--rotate-secret", "--old-secret-hours", "1e3"], "from 0 to 720"],
  [["--reencrypt", "--code", "B"], "--reencrypt cannot be used with other options"],
  [["--reencrypt", "--disable"], "cannot be used with other options"],
  [["--reencrypt", "--banks", "VCB"], "cannot be used with other options"],
])("%j is refused", async (given, message) => {
  expect(await refusal(given)).toContain(message);
});

test("all faults are reported at once", async () => {
  const message = await refusal(["--methods", "A", "--fees", "B=1", "--callback-url", "c"]);
  expect(message).toMatch(/--code [^]*--methods[^]*--fees[^]*--callback-url/);
});

test("production requires banks for a new partner", async () => {
  expect(await refusal(["--code", "B"])).toContain("--banks is required in production");
  for (const banks of ["", "VCB"])
    expect(await refusal(["--code", "B", "--banks", banks])).toBe("");
  expect(await refusal(["--code", "B", "--change"])).toBe("");
  expect(await refusal(["--code", "B"], "sandbox")).toBe("");
});

test("a sandbox accepts a receiver without TLS", async () => {
  const given = ["--code", "B", "--callback-url", "http://127.0.0.1:4000/"];
  expect(await refusal(given, "sandbox")).toBe("");
  expect(await refusal(given)).not.toBe("");
});

test("omitted options change nothing, and empty ones remove values", () => {
  expect(readPartnerOptions(["--code", "B"])).toEqual({
    code: "B",
    change: false,
    grants: {},
    callbackUrl: undefined,
    access: { rotateSecret: false, disable: false, enable: false },
    reencrypt: false,
  });
  const emptied = ["--banks", "", "--fees", "", "--callback-url", "", "--no-owner"];
  expect(readPartnerOptions(emptied)).toMatchObject({
    grants: { bankCodes: [], customerFees: {}, ownerType: false },
    callbackUrl: null,
  });
});
