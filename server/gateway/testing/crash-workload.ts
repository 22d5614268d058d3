import assert from "node:assert/strict";
import { setTimeout as wait } from "node:timers/promises";
import { type GatewayResponse, type Call, textIn } from "./call-gateway.ts";
import { directBody, hostedBody } from "./order-bodies.ts";
import type { Random } from "./random.ts";

/** A request to a gateway, and what must be true of it after the gateway was killed. */
export interface Task {
  readonly what: string;
  /** Whether the gateway answered with success. Without a response the request may have been carried out or not. */
  acknowledged: boolean;
  /** The transaction that the merchant must be notified of once `check` has passed. */
  readonly notified?: string;
  /** @throws AssertionError when an acknowledged change is lost, or a change is half done */
  readonly check: (call: Call) => Promise<void>;
}

/** Sends a request that changes a record. The task is added to `tasks` before the request is sent. */
export type Work = (call: Call, name: string, tasks: Task[], notifyUrl: string) => Promise<void>;

/** Draws a kind of work. Each adds one task, or none if its preparation fails. */
export function anyWork(random: Random): Work {
  return works[random.below(works.length)] ?? ordered;
}

const works: readonly Work[] = [ordered, ordered, decided, reversed, captured, deleted];

async function ordered(call: Call, name: string, tasks: Task[], notifyUrl: string): Promise<void> {
  const changes = { notificationConfig: { notifyUrl } };
  // The two endpoints alternate.
  const [path, body] =
    tasks.length % 2 === 0
      ? [PAY, hostedBody(name, changes)]
      : ["/api/v2/orders/create-payment", directBody(name, changes)];
  await once(call, tasks, { what: `order ${name}`, ask: (by) => by("POST", path, body) });
}

async function decided(call: Call, name: string, tasks: Task[], notifyUrl: string): Promise<void> {
  const made = await call("POST", PAY, hostedBody(name, { notificationConfig: { notifyUrl } }));
  assert.equal(made.status, 200);
  const notified = textIn(made.body, "transaction", "transactionId");
  const path = `/sandbox/transactions/${notified}/result`;
  const ask = (by: Call) => by("POST", path, { status: "success" });
  await once(call, tasks, { what: `decision about ${notified}`, notified, ask });
}

async function captured(call: Call, name: string, tasks: Task[]): Promise<void> {
  const authorizationId = await authorize(call, name);
  await once(call, tasks, {
    what: `capture of ${authorizationId}`,
    ask: (by) => capture(by, authorizationId),
    again: (by) => by("POST", REVERSE, { authorizationId, merchantRefId: name }),
  });
}

async function deleted(call: Call, _name: string, tasks: Task[]): Promise<void> {
  const card = { cardNumber: "4111111111111111", expirationMonth: "12", expirationYear: "30" };
  const saved = await call("POST", "/sandbox/tokens", card);
  assert.equal(saved.status, 201);
  const token = textIn(saved.body, "token");
  const ask = (by: Call) => by("DELETE", "/api/v2/token/delete", { token });
  await once(call, tasks, { what: "deletion of a token", ask, refused: 404 });
}

async function reversed(call: Call, name: string, tasks: Task[]): Promise<void> {
  const authorizationId = await authorize(call, name);
  const ask = (by: Call) => by("POST", REVERSE, { authorizationId, merchantRefId: name });
  const task: Task = {
    what: `reversal of ${authorizationId}`,
    acknowledged: false,
    async check(later) {
      const again = await decidedReversal(() => ask(later));
      assert.equal(again.status, 200);
      assert.equal(textIn(again.body, "status"), "success");
      if (this.acknowledged) assert.deepEqual(again.body, await record);
      assert.equal((await capture(later, authorizationId)).status, 409);
    },
  };
  const record = done(task, tasks, () => ask(call));
  await record;
}

const PAY = "/api/v2/orders/payment";
const REVERSE = "/credit-card/reversal";

interface AskedOnce {
  readonly what: string;
  readonly notified?: string;
  readonly ask: (by: Call) => Promise<GatewayResponse>;
  /** The request that must be refused afterwards. Default: `ask` again. */
  readonly again?: (by: Call) => Promise<GatewayResponse>;
  /** Its status. Default: 409. */
  readonly refused?: number;
}

/** Sends a request that can succeed only once. */
async function once(
  call: Call,
  tasks: Task[],
  { what, notified, ask, again = ask, refused = 409 }: AskedOnce,
): Promise<void> {
  const task: Task = {
    what,
    ...(notified !== undefined && { notified }),
    acknowledged: false,
    async check(later) {
      const { status } = await again(later);
      assert.ok(
        status === refused || (status === 200 && !this.acknowledged),
        `the status is ${status}`,
      );
    },
  };
  await done(task, tasks, () => ask(call));
}

/** Sends the request of a task and returns the body of the response. */
async function done(
  task: Task,
  tasks: Task[],
  ask: () => Promise<GatewayResponse>,
): Promise<unknown> {
  tasks.push(task);
  const { status, body } = await ask();
  assert.equal(status, 200, `${task.what}: ${JSON.stringify(body)}`);
  task.acknowledged = true;
  return body;
}

/** A reversal that a killed process had sent to the bank stays pending for 15 s, then it is sent again. */
async function decidedReversal(ask: () => Promise<GatewayResponse>): Promise<GatewayResponse> {
  for (let seconds = 0; ; seconds += 1) {
    const response = await ask();
    if (seconds === PATIENCE_S || textIn(response.body, "status") !== "pending") return response;
    await wait(1000);
  }
}

/** More than twice these 15 s. */
const PATIENCE_S = 40;

async function authorize(call: Call, name: string): Promise<string> {
  const body = { amount: 1000, merchantRefId: name };
  const made = await call("POST", "/sandbox/authorizations", body);
  assert.equal(made.status, 201);
  return textIn(made.body, "authorizationId");
}

function capture(call: Call, authorizationId: string): Promise<GatewayResponse> {
  return call("POST", `/sandbox/authorizations/${authorizationId}/capture`);
}
