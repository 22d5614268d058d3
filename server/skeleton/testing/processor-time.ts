/**
 * How many times as long the work of four units takes as that of one, in processor time of this process: 4 when the cost
 * is linear, 16 when it is that of the square. The best of several runs, since others use the machine as well.
 *
 * @param work does the work of so many units
 */
export async function growthOf(work: (units: number) => Promise<unknown>): Promise<number> {
  await work(1);
  const one = await least(() => work(1));
  return (await least(() => work(4))) / Math.max(one, shortestMs);
}

/** What takes less is measured too roughly to compare with. */
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
