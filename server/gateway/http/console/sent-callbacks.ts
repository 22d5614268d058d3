import type { Post } from "../../callbacks/receiver-addresses/post.ts";
import { createRing } from "@contract-toolkit/inspector";

/** A sent callback. */
export interface SentCallback {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
  readonly status?: number;
  readonly headers: Readonly<Record<string, string | number>>;
  readonly body: string;
}

/** The last callbacks that this process has sent. */
export type SentCallbacks = ReturnType<typeof createSentCallbacks>;

/** Makes an empty list, which is limited in number and bytes. */
export function createSentCallbacks() {
  const ring = createRing<SentCallback>({ maxEntries: 2000, maxBytes: 8 * 1024 * 1024 });
  return {
    list: ring.list,
    onAdd: ring.onAdd,
    of: (deliveryId: string): SentCallback[] =>
      ring.list().flatMap(([, sent]) => (sent.headers["webhook-id"] === deliveryId ? [sent] : [])),
    /** Wraps a function that posts callbacks, and keeps each of them. */
    keeping:
      (post: Post): Post =>
      async (receiver, callback, signal) => {
        const { body } = callback;
        const sent = { at: Date.now(), headers: { ...callback.headers }, body };
        let status: number | undefined;
        try {
          status = await post(receiver, callback, signal);
          return status;
        } finally {
          ring.add({ ...sent, ...(status !== undefined && { status }) }, 2 * body.length + 1000);
        }
      },
  };
}
