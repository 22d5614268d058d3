import pg from "pg";
import { LONGEST_AGE_MS, prepareSession } from "./postgres-session.ts";

/** The channel on which PostgreSQL notifies all processes of new events in the outbox. */
export const EVENTS_CHANNEL = "gateway_events";

/**
 * The pause before it connects again, the timeout of a connection attempt, and the age at which it replaces its
 * connection. Between two connections polling finds the events.
 */
const LIMITS = { againMs: 5000, connectMs: 5000, ageMs: LONGEST_AGE_MS };

/**
 * Listens on PostgreSQL for events that any process adds to the outbox, over a separate connection. If the connection
 * ends, it connects again.
 *
 * @returns stops listening
 */
export function listenForEvents(
  connectionString: string,
  heard: () => void,
  limits: Partial<typeof LIMITS> = {},
): () => Promise<void> {
  const { againMs, connectMs, ageMs } = { ...LIMITS, ...limits };
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
    // A server that was replaced may neither send anything nor end the connection.
    const old = setTimeout(() => next.connection.stream.destroy(), ageMs).unref();
    next.on("notification", heard);
    next.on("error", () => undefined);
    next.once("end", () => {
      clearTimeout(old);
      if (!isEnded) again = setTimeout(connect, againMs).unref();
    });
    next
      .connect()
      .then(() => prepareSession(next, connectMs))
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
