/** Does some work, then cleans up, also if the work fails. An error of cleaning up does not hide that of the work. */
export async function withCleanup<Result>(
  work: () => Promise<Result>,
  cleanUp: () => Promise<unknown>,
): Promise<Result> {
  const result = await onFailure(work, cleanUp);
  await cleanUp();
  return result;
}

/** Does some work, and cleans up only if it fails. The error of the work is thrown. */
export async function onFailure<Result>(
  work: () => Promise<Result>,
  cleanUp: () => Promise<unknown>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await cleanUp().catch(() => undefined);
    throw error;
  }
}
