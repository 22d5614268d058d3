import { expect, test } from "vitest";
import { audit } from "../history/audit.ts";
import { HOUR_MS } from "../time.ts";
import { onPostgres } from "../../testing/open-gateway.ts";
import { all, openDispatch } from "../../testing/dispatch.ts";
import { removeEndedDeliveries } from "./retention.ts";

const DAY_MS = 24 * HOUR_MS;

test("old deliveries that have ended are removed with their attempts, and the audit finds nothing missing", async () => {
  const { gateway, dispatch, pay, enqueueMany } = await openDispatch(({ url }) =>
    url.includes("gone") ? 410 : url.includes("fails") ? 500 : 200,
  );
  const removed = () => removeEndedDeliveries(gateway, 7 * DAY_MS);
  const isClosed = () => gateway.store.deliveries.isClosed("P1", "https://gone.example/");
  await pay("o-1");
  await enqueueMany(250);
  await enqueueMany(1, "https://gone.example/");
  await enqueueMany(1, "https://fails.example/");
  await dispatch();
  gateway.advance(7 * DAY_MS - 1);
  expect(await removed()).toBe(0);
  expect(await isClosed()).toBe(true);
  const late = await pay("o-2");
  await dispatch();
  gateway.advance(1);
  // More than one batch.
  expect(await removed()).toBe(252);
  // The closed URL is forgotten with its last delivery.
  expect(await isClosed()).toBe(false);
  expect(await removed()).toBe(0);
  const left = await all(gateway);
  expect(left.map(({ status, subjectId }) => [status, subjectId === late])).toEqual([
    ["delivered", true],
    ["pending", false],
  ]);
  expect((await audit(gateway)).findings).toEqual([]);
});

test.runIf(onPostgres)("a process removes nothing while another one does", async () => {
  const { gateway, dispatch, pay } = await openDispatch(() => 200);
  await pay("o-1");
  await dispatch();
  gateway.advance(DAY_MS);
  const removed = () => removeEndedDeliveries(gateway, DAY_MS);
  await gateway.store.atomically(async ({ deliveries }) => {
    expect(await deliveries.removeEnded(gateway.clock.now() - DAY_MS, 1)).toBe(1);
    expect(await removed()).toBe(0);
  });
  expect(await removed()).toBe(0);
});
