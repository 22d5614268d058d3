/** Unfinished work, which calls one of the functions once. Undefined if the work is finished. */
export type Later = ((done: () => void, failed: (error: unknown) => void) => void) | undefined;

/** Uses a value now, or when its promise resolves. */
export function take<Value>(value: Value | PromiseLike<Value>, use: (value: Value) => void): Later {
  if (isPromised(value))
    return (done, failed) => {
      Promise.resolve(value).then(use).then(done, failed);
    };
  use(value);
  return undefined;
}

export function isPromised<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  const { then } = (value ?? {}) as { then?: unknown };
  return typeof then === "function";
}
