import { describe, expect, test } from "vitest";
import { openTestGateway } from "../../testing/open-gateway.ts";
import { placeHosted } from "../../testing/orders.ts";
import { audit, judgeHistory } from "./audit.ts";
import { captureAuthorization, createAuthorization } from "../authorizations/authorizations.ts";
import type { Change } from "../states/lifecycles.ts";
import { lifecycles } from "../states/lifecycles.ts";
import { decideTransaction } from "../payments/payments.ts";
import { requestReversal } from "../reversals/reversals.ts";
import { resetPartner } from "../clock-reset.ts";
import { deleteSavedCard, saveCard } from "../cards/saved-cards.ts";

const caller = { partnerCode: "P1" };

type Step = readonly [from: string | undefined, event: string, to: string];

function changes(...steps: readonly Step[]): Change[] {
  return steps.map(([from, event, to], at) => ({
    id: String(at),
    entity: "authorization",
    recordId: "a",
    from,
    event,
    to,
    at,
    who: "someone",
    why: "something",
  }));
}

const made: Step = [undefined, "make", "AUTHORIZED"];
const capture: Step = ["AUTHORIZED", "capture", "CAPTURED"];
const reverse: Step = ["AUTHORIZED", "reverse", "REVERSED"];
const judge = (state: string | undefined, ...steps: readonly Step[]) =>
  judgeHistory(lifecycles.authorization, state, changes(...steps));

describe("a possible history has no problem", () => {
  test.each<[string | undefined, readonly Step[]]>([
    ["AUTHORIZED", [made]],
    ["CAPTURED", [made, capture]],
    ["CAPTURED", [capture, made]],
    ["REVERSED", [made, reverse]],
    ["REVERSED", [made, ["AUTHORIZED", "lapse", "REVERSED"]]],
    ["CAPTURED", [made, capture, ["CAPTURED", "late-success", "CAPTURED"]]],
    [undefined, [made, capture, ["CAPTURED", "remove", "removed"]]],
  ])("%s: %j", (state, steps) => {
    expect(judge(state, ...steps)).toEqual([]);
  });
});

describe("a history with a problem", () => {
  test.each<[string, string | undefined, readonly Step[], RegExp]>([
    ["no history", "AUTHORIZED", [], /no beginning/],
    ["no first step", "CAPTURED", [capture], /no beginning/],
    ["two first steps", "AUTHORIZED", [made, made], /more than once/],
    ["a wrong first state", "CAPTURED", [[undefined, "make", "CAPTURED"]], /begins as/],
    ["another state", "AUTHORIZED", [made, capture], /leads to "CAPTURED"/],
    ["an unknown step", "CAPTURED", [made], /leads to "AUTHORIZED"/],
    ["a missing record", undefined, [made], /is "missing"/],
    [
      "a record that was removed",
      "AUTHORIZED",
      [made, ["AUTHORIZED", "remove", "removed"]],
      /leads to "removed"/,
    ],
    ["capture and reversal", "CAPTURED", [made, capture, reverse], /both captured and reversed/],
    [
      "a reversal after the capture",
      "REVERSED",
      [made, capture, ["CAPTURED", "reverse", "REVERSED"]],
      /by "reverse"/,
    ],
    [
      "a capture after the lapse",
      "CAPTURED",
      [made, ["AUTHORIZED", "lapse", "REVERSED"], ["REVERSED", "capture", "CAPTURED"]],
      /both captured and reversed/,
    ],
    ["the wrong event", "CAPTURED", [made, ["AUTHORIZED", "reverse", "CAPTURED"]], /by "reverse"/],
    ["the same step twice", "CAPTURED", [made, capture, capture], /was not in "AUTHORIZED"/],
    ["a gap", "REVERSED", [made, ["CAPTURED", "reverse", "REVERSED"]], /was not in "CAPTURED"/],
  ])("%s", (_name, state, steps, problem) => {
    expect(judge(state, ...steps).join("; ")).toMatch(problem);
  });
});

async function withRecords() {
  const gateway = await openTestGateway();
  const partner = await gateway.addPartner("P1");
  const placed = await placeHosted(gateway, partner, "o-1", { paymentMethod: "VA" });
  const request = { merchantRefId: "m", amount: 1000 };
  const held = await createAuthorization(gateway, caller, request);
  const otherAuthorization = await createAuthorization(gateway, caller, request);
  await captureAuthorization(gateway, caller, otherAuthorization.id);
  const { token } = await saveCard(gateway, caller, {
    cardNumber: "4111111111111111",
    expirationMonth: "12",
    expirationYear: "30",
  });
  await deleteSavedCard(gateway, caller, token);
  return { gateway, placed, held };
}

describe("an audit", () => {
  test("finds nothing when every change has a history row", async () => {
    const { gateway, placed, held } = await withRecords();
    await decideTransaction(gateway, caller, placed.id, "success");
    await requestReversal(gateway, caller, {
      authorizationId: held.id,
      merchantRefId: "r",
    });
    const report = await audit(gateway);
    expect(report).toMatchObject({ records: 5, findings: [] });
    expect(report.changes).toBe(5 + 6);
  });

  test("finds nothing after a reset, which removes all records", async () => {
    const { gateway, placed } = await withRecords();
    await decideTransaction(gateway, caller, placed.id, "success");
    await resetPartner(gateway, "P1");
    expect(await audit(gateway)).toMatchObject({ records: 0, findings: [] });
    expect((await gateway.store.deliveries.backlog()).pending).toBe(0);
    expect(await gateway.store.partners.find("P1")).toBeDefined();
  });

  type Records = Awaited<ReturnType<typeof withRecords>>;
  test.each<[string, string, (records: Records) => Promise<unknown>]>([
    [
      'is "CAPTURED", but its history leads to "AUTHORIZED"',
      "held",
      ({ gateway: { store }, held }) =>
        store.authorizations.move(held.id, { from: "AUTHORIZED", to: "CAPTURED", at: 0 }),
    ],
    [
      "has no beginning in the history",
      "past",
      ({ gateway: { store }, held }) => store.authorizations.add({ ...held, id: "past" }),
    ],
    [
      "has a successful reversal but is not reversed",
      "held",
      ({ gateway: { store }, held }) =>
        store.reversals.add({ ...reversal, id: "r", authorizationId: held.id }),
    ],
    [
      "is locked by a reversal that has failed or does not exist",
      "held",
      ({ gateway: { store }, held }) => store.authorizations.reserve(held.id, "gone"),
    ],
    [
      "is final, but the outbox has no event for its merchant",
      "placed",
      ({ gateway: { store }, placed }) =>
        store.transactions.move(placed.id, { from: "pending", to: "error", at: 0 }, "expired"),
    ],
    [
      'is "missing", but its history leads to "AUTHORIZED"',
      "held",
      ({ gateway }) => gateway.store.removeRecords("P1"),
    ],
  ])("finds a record that %s", async (problem, name, breakIt) => {
    const records = await withRecords();
    await breakIt(records);
    const recordId = name === "past" ? name : records[name === "held" ? "held" : "placed"].id;
    const { findings } = await audit(records.gateway);
    expect(findings).toContainEqual(expect.objectContaining({ recordId, problem }));
  });

  test("finds a pending reversal that does not lock its authorization", async () => {
    const { gateway, held } = await withRecords();
    const request = { authorizationId: held.id, merchantRefId: "r" };
    const reverse = () => Promise.resolve({ status: "pending" } as const);
    const waiting = { ...gateway, bank: { ...gateway.bank, reverse } };
    const { id } = await requestReversal(waiting, caller, request);
    expect((await audit(gateway)).findings).toEqual([]);
    await gateway.store.authorizations.release(held.id, id);
    const problem = "has not failed, but does not lock its authorization";
    expect((await audit(gateway)).findings).toEqual([
      { entity: "reversal", recordId: id, problem },
    ]);
  });
});

const reversal = {
  merchantRefId: "r",
  amount: 1000,
  currency: "VND",
  status: "success",
  createdAt: 0,
  updatedAt: 0,
} as const;
