/**
 * Processor time of four units of work divided by that of one: 4 if the cost is linear, 16 if it is quadratic. It takes the best
 * of several runs, because other programs use the machine too.
 *
 * @param work does the given number of units
 */
export async function growthOf(work: (units: number) => Promise<unknown>): Promise<number> {
  await work(1);
  const one = await least(() => work(1));
  return (await least(() => work(4))) / Math.max(one, shortestMs);
}

/** Shorter times are not accurate enough to compare. */
const shortestMs = 4;

const runs = 5;

async function least(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  while (times.length < runs) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    times.push((user + system) / 1000);
  }
  return Math.min(...times);
}
