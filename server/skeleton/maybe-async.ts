/** Work that is not done yet: it calls one of the two, once. Undefined: it is done already. */
export type Later = ((done: () => void, failed: (error: unknown) => void) => void) | undefined;

/** Uses a value at once if it is there, and otherwise when it comes. */
export function take<Value>(value: Value | PromiseLike<Value>, use: (value: Value) => void): Later {
  if (isPromised(value))
    return (done, failed) => {
      Promise.resolve(value).then(use).then(done, failed);
    };
  use(value);
  return undefined;
}

function isPromised<Value>(value: Value | PromiseLike<Value>): value is PromiseLike<Value> {
  const { then } = (value ?? {}) as { then?: unknown };
  return typeof then === "function";
}
