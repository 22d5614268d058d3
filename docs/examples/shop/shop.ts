import { randomUUID } from "node:crypto";
import express, { type Express } from "express";
import { createClient } from "../../../client/index.ts";
import { verifyCallback } from "../../../client/webhooks.ts";

interface ShopOptions {
  readonly gatewayUrl: string;
  /** Returns a JWT of the shop, which is a partner of the gateway. */
  readonly token: () => string | Promise<string>;
  /** The partner's secret, which signs callbacks. */
  readonly secret: string;
  /** Returns the URL of the shop for customers and the gateway. */
  readonly shopUrl: () => string;
}

/** A shop that sells one thing. Orders are kept in memory. */
export function createShop({ gatewayUrl, token, secret, shopUrl }: ShopOptions): Express {
  const client = createClient({ baseUrl: gatewayUrl, token, language: "en" });
  const orders = new Map<string, string>();
  const seen = new Set<string>();
  const app = express();

  app.get("/", (_request, response) => {
    response.send(
      `<form method="post" action="/buy"><button>Buy a book for 150,000 VND</button></form>`,
    );
  });

  app.post("/buy", async (_request, response) => {
    const id = `BOOK-${randomUUID().slice(0, 8)}`;
    const result = await client.payOrder({
      body: {
        transaction: { amount: 150_000, currency: "VND", paymentMethod: "CC", action: "PAY" },
        partnerReference: {
          order: { id, info: "A book" },
          notificationConfig: {
            notifyUrl: `${shopUrl()}/callbacks`,
            redirectUrl: `${shopUrl()}/orders/${id}`,
          },
        },
      },
    });
    if (result.status !== 200) {
      response.status(502).send(`The order was refused: ${result.body.message}`);
      return;
    }
    orders.set(id, "pending");
    response.redirect(303, result.body.payment.url);
  });

  // The signature covers the bytes of the body, so no middleware may parse it before.
  app.post("/callbacks", express.raw({ type: "*/*" }), async (request, response) => {
    const body = request.body as Buffer;
    const callback = await verifyCallback(body, { secret, headers: request.headers });
    if (!callback.ok) {
      response.sendStatus(401);
      return;
    }
    const { id, event } = callback;
    if (!seen.has(id) && event.kind === "order.payment") {
      const { transaction, partnerReference } = event.data;
      orders.set(partnerReference.order.id, transaction.status);
    }
    seen.add(id);
    response.sendStatus(204);
  });

  app.get("/orders/:id", (request, response) => {
    const state = orders.get(request.params.id);
    response.status(state === undefined ? 404 : 200).send(`Your order is ${state ?? "unknown"}.`);
  });

  return app;
}
