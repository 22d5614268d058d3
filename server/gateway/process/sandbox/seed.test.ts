import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { temporaryFolder } from "../../testing/open-gateway.ts";
import { serve } from "../../testing/serve.ts";
import { readSettings } from "../settings.ts";
import { startGateway } from "../start.ts";
import { readSeed } from "./seed.ts";

function seedFile(text: string): string {
  const file = join(temporaryFolder(), "seed.yaml");
  writeFileSync(file, text);
  return file;
}

test.each([
  ["[]", "must be an object with partners, bankCodes or cards"],
  ["partner: []", "partner is unknown."],
  ["partners: {}", "partners must be an array."],
  ["partners: [{ code: '' }]", "partners[0].code must be"],
  ['partners: [{ code: "A\\0" }]', "partners[0].code must be"],
  [`partners: [{ code: ${"A".repeat(51)} }]`, "partners[0].code must be"],
  ["partners: [{ code: A }, { code: A }]", "partners[1].code is that of partners[0], too."],
  ["partners: [{ code: A, secret: short }]", "partners[0].secret must have at least 32 bytes."],
  ["partners: [{ code: A, ownerType: 1 }]", "partners[0].ownerType must be"],
  ["partners: [{ code: A, banks: [] }]", "partners[0].banks is unknown."],
  ["partners: [{ code: A, paymentMethods: [CARD] }]", "partners[0].paymentMethods: there is no"],
  ["partners: [{ code: A, customerFees: { CC: -1 } }]", "partners[0].customerFees.CC must be"],
  ["partners: [{ code: A, callbackUrl: shop }]", "partners[0].callbackUrl must be"],
  ["bankCodes: [1]", "bankCodes[0] must be a string."],
  ["cards: [{ number: 4111111111111111, decision: success }]", "cards[0].number must be a text"],
  ["cards: [{ number: '4111111111111111' }]", "cards[0].decision must be one of success, declined"],
  [
    "cards: [{ number: '4111111111111111', decision: success, enrolment: no }]",
    "cards[0].enrolment",
  ],
  ["{", "It cannot be read: Flow map must end"],
])("the seed %s is refused", async (text, message) => {
  const file = seedFile(text);
  const error: unknown = await readSeed(file).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ code: "invalid-settings" });
  expect(String(error)).toContain(`The seed ${file} cannot be used`);
  expect(String(error)).toContain(message);
});

test("a gateway reads its seed again at each start", async () => {
  const first = "partners: [{ code: SHOP, bankCodes: [A] }]";
  const file = seedFile(first);
  const { settings, gateway, close } = await serve({ seedFile: file });
  const before = await gateway.store.partners.find("SHOP");
  expect(before?.partner.bankCodes).toEqual(new Set(["A"]));
  await close();
  const secret = "0123456789abcdef0123456789abcdef";
  writeFileSync(file, `partners: [{ code: SHOP, bankCodes: [B], secret: ${secret} }]`);
  const again = await startGateway(settings);
  onTestFinished(again.close);
  const after = await again.gateway.store.partners.find("SHOP");
  expect(after).toMatchObject({ secret, partner: { bankCodes: new Set(["B"]) } });
});

test("production refuses a seed", () => {
  expect(() => readSettings({ MODE: "production", SEED_FILE: "seed.yaml" })).toThrow(
    "SEED_FILE is for MODE=sandbox only.",
  );
});
