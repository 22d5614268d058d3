import pg from "pg";

/** The channel on which PostgreSQL notifies all processes of new events in the outbox. */
export const EVENTS_CHANNEL = "gateway_events";

/** The pause before it connects again, and the timeout of a connection attempt. Meanwhile polling finds the events. */
const LIMITS = { againMs: 5000, connectMs: 5000 };

/**
 * Listens on PostgreSQL for events that any process adds to the outbox, over a separate connection. If the connection
 * ends, it connects again.
 *
 * @returns stops listening
 */
export function listenForEvents(
  connectionString: string,
  heard: () => void,
  { againMs = LIMITS.againMs, connectMs = LIMITS.connectMs }: Partial<typeof LIMITS> = {},
): () => Promise<void> {
  let client: pg.Client | undefined;
  let again: NodeJS.Timeout | undefined;
  let isEnded = false;
  const connect = () => {
    if (isEnded) return;
    const next = new pg.Client({
      connectionString,
      keepAlive: true,
      connectionTimeoutMillis: connectMs,
    });
    client = next;
    next.on("notification", heard);
    next.on("error", () => undefined);
    next.once("end", () => {
      if (!isEnded) again = setTimeout(connect, againMs).unref();
    });
    next
      .connect()
      .then(() => next.query(`LISTEN ${EVENTS_CHANNEL}`))
      // Events may have been added before it listened.
      .then(heard)
      .catch(() => next.end().catch(() => undefined));
  };
  connect();
  return async () => {
    isEnded = true;
    clearTimeout(again);
    await client?.end().catch(() => undefined);
  };
}
