import { expect, test } from "vitest";
import { openTestGateway } from "../testing.ts";
import { captureAuthorization, createAuthorization } from "./authorizations.ts";
import { NotFound, StateForbids } from "./errors.ts";
import { reverseAuthorization } from "./reversals.ts";

const sevenDaysMs = 604_800_000;
const asker = { partnerCode: "P1" };

async function withAuthorization(subAccount?: string) {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const { id } = await createAuthorization(
    gateway,
    { ...asker, subAccount },
    { merchantRefId: "charge-1", amount: 150_000 },
  );
  const reverse = (merchantRefId: string, who: object = {}) =>
    reverseAuthorization(
      gateway,
      { ...asker, ...who },
      { authorizationId: id, merchantRefId },
    );
  return { gateway, id, reverse };
}

test("gives the held amount back", async () => {
  const { gateway, id, reverse } = await withAuthorization();
  const now = gateway.clock.now();
  expect(await reverse("r-1")).toMatchObject({
    authorizationId: id,
    merchantRefId: "r-1",
    amount: 150_000,
    currency: "VND",
    status: "success",
    createdAt: now,
    reversedAt: now,
  });
  const held = await gateway.store.authorizations.find(asker, id);
  expect(held?.status).toBe("REVERSED");
});

test("the same request again answers the same record, also after seven days", async () => {
  const { gateway, reverse } = await withAuthorization();
  const first = await reverse("r-1");
  gateway.advance(sevenDaysMs);
  expect(await reverse("r-1")).toEqual(first);
});

test("another reference is refused", async () => {
  const { reverse } = await withAuthorization();
  await reverse("r-1");
  await expect(reverse("r-2")).rejects.toThrow(StateForbids);
});

test("of many at once under different references, one wins", async () => {
  const { reverse } = await withAuthorization();
  const results = await Promise.allSettled(
    Array.from({ length: 20 }, (_, at) => reverse(`r-${String(at)}`)),
  );
  const won = results.filter(({ status }) => status === "fulfilled");
  expect(won).toHaveLength(1);
});

test("of many at once under one reference, all get the same record", async () => {
  const { reverse } = await withAuthorization();
  const records = await Promise.all(
    Array.from({ length: 20 }, () => reverse("r-1")),
  );
  expect(new Set(records.map(({ id }) => id)).size).toBe(1);
});

test("possible in the last millisecond of the seven days, not after", async () => {
  const early = await withAuthorization();
  early.gateway.advance(sevenDaysMs - 1);
  expect((await early.reverse("r-1")).status).toBe("success");

  const late = await withAuthorization();
  late.gateway.advance(sevenDaysMs);
  await expect(late.reverse("r-1")).rejects.toThrow(StateForbids);
});

test("captured and reversed exclude each other", async () => {
  const captured = await withAuthorization();
  await captureAuthorization(captured.gateway, asker, captured.id);
  await expect(captured.reverse("r-1")).rejects.toThrow(StateForbids);

  const reversed = await withAuthorization();
  await reversed.reverse("r-1");
  await expect(
    captureAuthorization(reversed.gateway, asker, reversed.id),
  ).rejects.toThrow(StateForbids);
});

test("found by its partner and sub account only", async () => {
  const { reverse } = await withAuthorization("A");
  for (const who of [{}, { subAccount: "B" }, { partnerCode: "P2" }])
    await expect(reverse("r-1", who)).rejects.toThrow(NotFound);
  expect((await reverse("r-1", { subAccount: "A" })).status).toBe("success");
});

test("after a failed attempt another reference may try", async () => {
  const { gateway, id, reverse } = await withAuthorization();
  await gateway.store.reversals.add({
    id: gateway.ids.next(),
    authorizationId: id,
    merchantRefId: "r-0",
    amount: 150_000,
    currency: "VND",
    status: "error",
    createdAt: gateway.clock.now(),
    updatedAt: gateway.clock.now(),
  });
  expect((await reverse("r-0")).status).toBe("error");
  expect((await reverse("r-1")).status).toBe("success");
});
