import type { IncomingHttpHeaders } from "node:http";
import { createRing, type Ring } from "@contract-toolkit/inspector";

/** A message to the inbox. Anyone can send one. */
export interface InboxMessage {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
  /** The `webhook-` headers. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** The last messages to the sandbox's own receiver. */
export type Inbox = Ring<InboxMessage>;

/** Makes an empty inbox. */
export function createInbox(): Inbox {
  return createRing({ maxEntries: 500, maxBytes: 4 * 1024 * 1024 });
}
