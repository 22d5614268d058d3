import type { IncomingHttpHeaders } from "node:http";
import { createRing } from "../../skeleton/inspector/index.ts";

/** A callback that the inbox has received, from whomever. */
export interface InboxMessage {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Takes callbacks for merchants that have no server yet. */
export interface Inbox {
  readonly add: (message: InboxMessage) => void;
  /** The newest first. */
  readonly list: () => InboxMessage[];
}

/** Makes an inbox that keeps the last messages, bounded in number and bytes. */
export function createInbox(): Inbox {
  const ring = createRing<InboxMessage>({ maxEntries: 500, maxBytes: 4 * 1024 * 1024 });
  return {
    add({ at, headers, body }) {
      // Of the headers, only those that verify are kept.
      const kept = Object.fromEntries(
        Object.entries(headers).filter(([name]) => name.startsWith("webhook-")),
      );
      ring.add({ at, headers: kept, body }, 2 * body.length + 1000);
    },
    list: () =>
      ring
        .list()
        .map(([, message]) => message)
        .reverse(),
  };
}
