import { expect, test } from "vitest";
import { registerCallbackUrl } from "../outbox/deliveries.ts";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { changePartner, readPartnerRecord } from "./partners.ts";

test("fees of unknown payment methods are ignored", async () => {
  const gateway = await openTestGateway();
  const asked = { CC: 3300, "4111111111111111": 1 };
  const partner = await gateway.addPartner("P1", { customerFees: asked });
  expect((await readPartnerRecord(gateway, partner.code)).partner.customerFees).toEqual({
    CC: 3300,
  });
  const changed = await changePartner(gateway, partner.code, { customerFees: { ...asked, VA: 0 } });
  expect(changed.partner.customerFees).toEqual({ CC: 3300, VA: 0 });
});

test("80 changes of a partner at once all succeed, one after another", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1", { subAccounts: ["S"] });
  const changes = Array.from({ length: 80 }, (_, at) =>
    changePartner(gateway, "P1", { customerFees: { CC: at }, bankCodes: [`B${at}`] }),
  );
  const urls = Array.from({ length: 10 }, (_, at) =>
    registerCallbackUrl(gateway, "P1", `https://shop.example/${at}`),
  );
  const changed = await Promise.all(changes);
  await Promise.all(urls);
  expect(changed.map(({ partner: { customerFees } }) => customerFees["CC"])).toEqual([
    ...changed.keys(),
  ]);
  const { bankCodes, customerFees } = (await readPartnerRecord(gateway, "P1")).partner;
  expect([...bankCodes]).toEqual([`B${String(customerFees["CC"])}`]);
});
