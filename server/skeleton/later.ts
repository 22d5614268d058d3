/** Work that is not done yet. A promise is one; undefined: it is done already. */
export type Later = Pending | undefined;

interface Pending {
  /** Calls one of the two, once. */
  readonly then: (done: () => void, failed: (error: unknown) => void) => unknown;
}

/** Uses a value at once if it is there, and otherwise when it comes. */
export function take<Value>(value: Value | PromiseLike<Value>, use: (value: Value) => void): Later {
  if (isPromised(value)) return Promise.resolve(value).then(use);
  use(value);
  return undefined;
}

function isPromised<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  const { then } = (value ?? {}) as { then?: unknown };
  return typeof then === "function";
}
