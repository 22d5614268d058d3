import { buffer } from "node:stream/consumers";
import { listen, type Listening } from "../../server/skeleton/testing/listen.ts";
import { verifyCallback } from "../../client/webhooks.ts";

/**
 * Starts a receiver of callbacks that only calls the client's verification.
 *
 * @param options.clock `sender` takes the time from each message, so that it accepts the documented samples
 */
export function startReceiver(
  secret: string,
  { clock = "sender" }: { readonly clock?: "sender" | "machine" } = {},
): Promise<Listening> {
  return listen((request, response) => {
    const { headers } = request;
    const now =
      clock === "machine" ? new Date() : new Date(Number(headers["webhook-timestamp"]) * 1000);
    void buffer(request)
      .then((body) => verifyCallback(body, { secret, headers, now }))
      .then(({ ok }) => response.writeHead(ok ? 204 : 401).end())
      // The sender may leave before the end of its body.
      .catch(() => response.destroy());
  });
}
