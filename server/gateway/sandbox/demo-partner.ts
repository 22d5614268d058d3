import type { Gateway } from "../domain/dependencies.ts";
import { createPartner, DEMO_PARTNER_CODE } from "../domain/partners/partners.ts";

/** Registers the demo partner unless it is there already. */
export async function seedDemoPartner(gateway: Gateway): Promise<void> {
  await gateway.store.atomically(async (store) => {
    if ((await store.partners.find(DEMO_PARTNER_CODE)) !== undefined) return;
    await createPartner({ ...gateway, store }, DEMO_PARTNER_CODE, {
      ownerType: false,
    });
  });
}
