/** One hour in milliseconds. */
export const HOUR_MS = 60 * 60 * 1000;

const VIETNAM_OFFSET_MS = 7 * HOUR_MS;

/** An instant in milliseconds as RFC 3339 in UTC. */
export function utcTime(instantMs: number): string {
  return new Date(instantMs).toISOString();
}

/** An instant in milliseconds as RFC 3339 at +07:00, as reversals and callbacks carry it. */
export function vietnamTime(instantMs: number): string {
  return utcTime(instantMs + VIETNAM_OFFSET_MS).replace("Z", "+07:00");
}

/** An instant in milliseconds as whole Unix seconds. */
export function unixSeconds(instantMs: number): number {
  return Math.floor(instantMs / 1000);
}
