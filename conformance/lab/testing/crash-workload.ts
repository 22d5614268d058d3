import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { type Call, textIn } from "./call-gateway.ts";
import { directBody, hostedBody } from "../../../server/gateway/testing/order-bodies.ts";
import type { Random } from "../../../server/gateway/testing/random.ts";

/** Something that was asked of a gateway, and what has to hold of it whatever happened to the gateway since. */
export interface Task {
  readonly what: string;
  /** Whether the gateway said that it was done; otherwise it was cut off, and may be done or not. */
  acknowledged: boolean;
  /** The transaction that the merchant has to be told of once `check` has passed. */
  readonly notified?: string;
  /** @throws AssertionError when it was promised and lost, or is half done */
  readonly check: (call: Call) => Promise<void>;
}

/** Asks something that changes a record. It adds the task to `tasks` before it asks. */
export type Work = (call: Call, name: string, tasks: Task[], notifyUrl: string) => Promise<void>;

/** The kinds of work; each leaves one task, or none when it did not come so far. */
const works: readonly Work[] = [hosted, direct, decided, reversed, captured, deleted];

/** One of the kinds of work. */
export function anyWork(random: Random): Work {
  return works[random.below(works.length)] ?? hosted;
}

async function hosted(call: Call, name: string, tasks: Task[], notifyUrl: string): Promise<void> {
  await order(call, tasks, name, PAY, hostedBody(name, { notificationConfig: { notifyUrl } }));
}

async function direct(call: Call, name: string, tasks: Task[], notifyUrl: string): Promise<void> {
  await order(
    call,
    tasks,
    name,
    PAY_DIRECTLY,
    directBody(name, { notificationConfig: { notifyUrl } }),
  );
}

const PAY = "/api/v2/orders/payment";
const PAY_DIRECTLY = "/api/v2/orders/create-payment";
const REVERSE = "/credit-card/reversal";
const DELETE = "/api/v2/token/delete";

async function decided(call: Call, name: string, tasks: Task[], notifyUrl: string): Promise<void> {
  const made = await call("POST", PAY, hostedBody(name, { notificationConfig: { notifyUrl } }));
  assert.equal(made.status, 200);
  const id = textIn(made.body, "transaction", "transactionId");
  const decide = (by: Call) =>
    by("POST", `/sandbox/transactions/${id}/result`, { status: "success" });
  const task: Task = {
    what: `decision about ${id}`,
    notified: id,
    acknowledged: false,
    async check(later) {
      const { status } = await decide(later);
      if (this.acknowledged) assert.equal(status, 409);
      else assert.ok(status === 200 || status === 409);
    },
  };
  await done(task, tasks, () => decide(call));
}

async function order(
  call: Call,
  tasks: Task[],
  name: string,
  path: string,
  body: object,
): Promise<void> {
  const task: Task = {
    what: `order ${name}`,
    acknowledged: false,
    async check(later) {
      const { status } = await later("POST", path, body);
      if (this.acknowledged) assert.equal(status, 409);
      else assert.ok(status === 200 || status === 409);
    },
  };
  await done(task, tasks, () => call("POST", path, body));
}

async function reversed(call: Call, name: string, tasks: Task[]): Promise<void> {
  const authorizationId = await authorize(call, name);
  const body = { authorizationId, merchantRefId: name };
  let record: unknown;
  const task: Task = {
    what: `reversal of ${authorizationId}`,
    acknowledged: false,
    async check(later) {
      const again = await decidedReversal(() => later("POST", REVERSE, body));
      assert.equal(again.status, 200);
      assert.equal(textIn(again.body, "status"), "success");
      if (this.acknowledged) assert.deepEqual(again.body, record);
      assert.equal((await capture(later, authorizationId)).status, 409);
    },
  };
  await done(task, tasks, async () => {
    const answer = await call("POST", REVERSE, body);
    record = answer.body;
    return answer;
  });
}

/** What a killed process had asked the bank is asked again after a pause of 15 s; it is pending until then. */
async function decidedReversal(ask: () => ReturnType<Call>): ReturnType<Call> {
  for (let seconds = 0; ; seconds += 1) {
    const answer = await ask();
    if (seconds === PATIENCE_S || textIn(answer.body, "status") !== "pending") return answer;
    await wait(1000);
  }
}

/** More than twice the pause. */
const PATIENCE_S = 40;

async function captured(call: Call, name: string, tasks: Task[]): Promise<void> {
  const authorizationId = await authorize(call, name);
  const task: Task = {
    what: `capture of ${authorizationId}`,
    acknowledged: false,
    async check(later) {
      const body = { authorizationId, merchantRefId: name };
      const { status } = await later("POST", REVERSE, body);
      if (this.acknowledged) assert.equal(status, 409);
      else assert.ok(status === 200 || status === 409);
    },
  };
  await done(task, tasks, () => capture(call, authorizationId));
}

async function deleted(call: Call, _name: string, tasks: Task[]): Promise<void> {
  const card = {
    cardNumber: "4111111111111111",
    expirationMonth: "12",
    expirationYear: "30",
  };
  const saved = await call("POST", "/sandbox/tokens", card);
  assert.equal(saved.status, 201);
  const token = textIn(saved.body, "token");
  const task: Task = {
    what: "deletion of a token",
    acknowledged: false,
    async check(later) {
      const { status } = await later("DELETE", DELETE, { token });
      if (this.acknowledged) assert.equal(status, 404);
      else assert.ok(status === 200 || status === 404);
    },
  };
  await done(task, tasks, () => call("DELETE", DELETE, { token }));
}

async function done(task: Task, tasks: Task[], ask: () => ReturnType<Call>): Promise<void> {
  tasks.push(task);
  const { status, body } = await ask();
  assert.equal(status, 200, `${task.what}: ${JSON.stringify(body)}`);
  task.acknowledged = true;
}

async function authorize(call: Call, name: string): Promise<string> {
  const path = "/sandbox/authorizations";
  const body = { amount: 1000, merchantRefId: name };
  const made = await call("POST", path, body);
  assert.equal(made.status, 201);
  return textIn(made.body, "authorizationId");
}

function capture(call: Call, authorizationId: string): ReturnType<Call> {
  const path = `/sandbox/authorizations/${authorizationId}/capture`;
  return call("POST", path);
}
