/**
 * Waits for a result until a deadline. What makes the result goes on afterwards, but nobody waits for it.
 *
 * @returns undefined if the deadline comes first
 */
export async function beforeDeadline<Result>(
  result: Promise<Result>,
  deadline: AbortSignal | undefined,
): Promise<Result | undefined> {
  if (!deadline) return result;
  const over = Promise.withResolvers<undefined>();
  const end = () => {
    over.resolve(undefined);
  };
  deadline.addEventListener("abort", end);
  if (deadline.aborted) end();
  try {
    return await Promise.race([result, over.promise]);
  } finally {
    deadline.removeEventListener("abort", end);
  }
}
