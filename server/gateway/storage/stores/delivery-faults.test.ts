import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";

test("a fault is taken as often as it was ordered", async () => {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const { faults } = gateway.store;
  await faults.add("1", "P1", { kind: "drop", times: 2 });
  await faults.add("2", "P1", { kind: "duplicate", times: 1 });
  const taken = await Promise.all([1, 2, 3, 4].map(() => faults.take("P1")));
  const kinds = taken.map((fault) => fault?.kind).sort();
  expect(kinds).toEqual(["drop", "drop", "duplicate", undefined]);
});
