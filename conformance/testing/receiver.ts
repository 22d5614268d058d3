import { listen, type Listening } from "../../server/skeleton/testing/listen.ts";
import { verifyCallback } from "../../client/webhooks.ts";

/** A receiver of callbacks that is built with the client's verification and nothing else. */
export type Receiver = Listening;

export interface ReceiverOptions {
  readonly verify?: typeof verifyCallback;
  /** `sender`: as if a callback came at the time that its sender says, so that documented samples are taken. */
  readonly clock?: "sender" | "machine";
}

export async function startReceiver(
  secret: string,
  { verify = verifyCallback, clock = "sender" }: ReceiverOptions = {},
): Promise<Receiver> {
  return listen((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const now =
        clock === "machine"
          ? new Date()
          : new Date(Number(request.headers["webhook-timestamp"]) * 1000);
      void verify(Buffer.concat(chunks), {
        secret,
        headers: request.headers,
        now,
      }).then((callback) => {
        response.writeHead(callback.ok ? 204 : 401).end();
      });
    });
  });
}
