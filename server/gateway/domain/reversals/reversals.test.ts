import { expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { audit } from "../history/audit.ts";
import { captureAuthorization, createAuthorization } from "../authorizations/authorizations.ts";
import { ASK_PAUSE_MS } from "../bank/questions.ts";
import { doDueWork } from "../scheduled/due.ts";
import { StateForbidsError } from "../errors.ts";
import { requestReversal } from "./reversals.ts";

const sevenDaysMs = 604_800_000;
const hourMs = 3_600_000;
const caller = { partnerCode: "P1" };
const REFUSED_LATER = 200_409;

async function withAuthorization(amount = 150_000) {
  const gateway = await openTestGateway();
  await gateway.addPartner("P1");
  const { id } = await createAuthorization(gateway, caller, { merchantRefId: "charge-1", amount });
  const reverse = (merchantRefId: string) =>
    requestReversal(gateway, caller, { authorizationId: id, merchantRefId });
  const stateOf = async () => {
    const found = await gateway.store.authorizations.get(id);
    return [found?.status, found?.reversalId] as const;
  };
  return { gateway, id, reverse, stateOf };
}

test("all of many requests at once under one reference get the same record", async () => {
  const { reverse } = await withAuthorization();
  const records = await Promise.all(Array.from({ length: 20 }, () => reverse("r-1")));
  expect(new Set(records.map(({ id }) => id)).size).toBe(1);
});

test("an authorization lapses at the time when the bank refuses its reversal after the seven days", async () => {
  const { gateway, id, reverse, stateOf } = await withAuthorization(REFUSED_LATER);
  gateway.advance(sevenDaysMs - 1);
  await reverse("r-1");
  gateway.advance(hourMs);
  await expect(captureAuthorization(gateway, caller, id)).rejects.toThrow(StateForbidsError);
  expect(await stateOf()).toEqual(["REVERSED", undefined]);
  const history = await gateway.store.history.of("authorization", [id]);
  expect(history.at(-1)).toMatchObject({
    event: "lapse",
    who: "clock",
    at: gateway.clock.now(),
  });
  expect((await reverse("r-1")).status).toBe("error");
  await expect(reverse("r-2")).rejects.toThrow(StateForbidsError);
  expect((await audit(gateway)).findings).toEqual([]);
});

test("repeated requests ask the bank one at a time, with a pause in between", async () => {
  const { gateway, id } = await withAuthorization();
  const responses: ((response: { status: "pending" }) => void)[] = [];
  const reverse = () =>
    new Promise<{ status: "pending" }>((resolve) => {
      responses.push(resolve);
    });
  const unsure = { ...gateway, bank: { ...gateway.bank, reverse } };
  const repeat = () =>
    Promise.all(
      Array.from({ length: 20 }, () =>
        requestReversal(unsure, caller, { authorizationId: id, merchantRefId: "r-1" }),
      ),
    );
  for (const asked of [1, 2]) {
    const repeated = repeat();
    await expect.poll(() => responses.length).toBe(asked);
    responses[asked - 1]?.({ status: "pending" });
    await repeated;
    gateway.advance(ASK_PAUSE_MS - 1);
    await repeat();
    expect(responses).toHaveLength(asked);
    gateway.advance(1);
  }
});

test("a reversal stays pending when the bank fails, and the bank is asked again after a minute", async () => {
  const { gateway, id } = await withAuthorization();
  const reverse = () => Promise.reject(new Error("No response."));
  const failing = { ...gateway, bank: { ...gateway.bank, reverse } };
  const request = { authorizationId: id, merchantRefId: "r-1" };
  await expect(requestReversal(failing, caller, request)).rejects.toThrow("No response.");
  gateway.advance(59_999);
  expect(await doDueWork(gateway)).toBe(0);
  gateway.advance(1);
  expect(await doDueWork(gateway)).toBe(1);
  const [kept] = await gateway.store.reversals.ofAuthorization(id);
  expect(kept?.status).toBe("success");
});
