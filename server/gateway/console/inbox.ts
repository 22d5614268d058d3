import type { IncomingHttpHeaders } from "node:http";
import { createRing, type Ring } from "../../skeleton/inspector/index.ts";

/** A callback that the inbox has received, from whomever. */
export interface InboxMessage {
  /** Milliseconds since 1970 by the machine's clock. */
  readonly at: number;
  /** Those that verify. */
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** Takes callbacks for merchants that have no server yet; keeps the last ones. */
export type Inbox = Ring<InboxMessage>;

/** Makes an empty inbox. */
export function createInbox(): Inbox {
  return createRing({ maxEntries: 500, maxBytes: 4 * 1024 * 1024 });
}
