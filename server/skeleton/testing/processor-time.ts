/**
 * Processor time of four units of work divided by that of one: 4 if the cost is linear, 16 if it is quadratic. It takes the best
 * of several runs, because other programs use the machine too. The runs of both sizes alternate, so that both have the same heap.
 *
 * @param work does the given number of units
 */
export async function growthOf(work: (units: number) => Promise<unknown>): Promise<number> {
  await work(1);
  const ones: number[] = [];
  const fours: number[] = [];
  while (ones.length < runs) {
    ones.push(await timeOf(() => work(1)));
    fours.push(await timeOf(() => work(4)));
  }
  return Math.min(...fours) / Math.max(Math.min(...ones), shortestMs);
}

/** Shorter times are not accurate enough to compare. */
const shortestMs = 4;

const runs = 10;

/** In milliseconds. */
async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
