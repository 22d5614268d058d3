import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { changePartner, readPartner } from "./partners.ts";

test("of the fees that are asked for, those of known payment methods are kept", async () => {
  const gateway = await openTestGateway();
  const asked = { CC: 3300, "4111111111111111": 1 };
  const partner = await gateway.addPartner("P1", { customerFees: asked });
  expect((await readPartner(gateway, partner.code)).customerFees).toEqual({ CC: 3300 });
  const changed = await changePartner(gateway, partner.code, { customerFees: { ...asked, VA: 0 } });
  expect(changed.customerFees).toEqual({ CC: 3300, VA: 0 });
});
