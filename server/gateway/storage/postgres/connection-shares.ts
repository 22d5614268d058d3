import type { Beneficiary } from "../../platform/concurrency/current-work.ts";
import { OperatorError } from "../../platform/operator-error.ts";

/** The part of the connections that reading never uses, so that slow lists stop no payment. */
const RESERVED = 0.3;

/** How the connections of a process are used. */
export interface ConnectionUse {
  readonly most: number;
  readonly taken: number;
  /** How many wait for one. */
  readonly waiting: number;
}

interface Group {
  readonly user: Beneficiary;
  taken: number;
  /** Lets the next one in. */
  readonly waiting: (() => void)[];
}

/**
 * Shares the connections of a process. A user gets another connection while it has fewer than are free. So one user has
 * at most half of them, several busy users have equal shares, and one that has none waits only while none is free.
 *
 * @param most the number of connections
 * @returns `take` waits for a connection, at most `patienceMs`, and returns the function that gives it back
 */
export function createConnectionShares(most: number): {
  readonly take: (user: Beneficiary, patienceMs: number) => Promise<() => void>;
  readonly use: () => ConnectionUse;
} {
  const groups = new Map<string, Group>();
  const mostReading = Math.floor(most * (1 - RESERVED));
  let taken = 0;
  let reading = 0;
  const mayTake = ({ user, taken: own }: Group) => {
    const free = most - taken;
    return own < (user.reads ? Math.min(free, mostReading - reading) : free);
  };
  const count = (group: Group, by: 1 | -1) => {
    group.taken += by;
    taken += by;
    if (group.user.reads) reading += by;
  };
  const next = () => {
    for (const group of groups.values())
      if (group.waiting.length > 0 && mayTake(group)) return group;
    return undefined;
  };
  const giveBack = (group: Group) => {
    count(group, -1);
    for (let first = next(); first !== undefined; first = next()) {
      count(first, 1);
      // Next time, the others come first.
      groups.delete(beneficiaryKey(first.user));
      groups.set(beneficiaryKey(first.user), first);
      first.waiting.shift()?.();
    }
    if (group.taken === 0 && group.waiting.length === 0) groups.delete(beneficiaryKey(group.user));
  };
  return {
    async take(user, patienceMs) {
      const group: Group = groups.get(beneficiaryKey(user)) ?? { user, taken: 0, waiting: [] };
      groups.set(beneficiaryKey(user), group);
      if (group.waiting.length === 0 && mayTake(group)) count(group, 1);
      else await turn(group.waiting, patienceMs);
      return () => {
        giveBack(group);
      };
    },
    use: () => ({
      most,
      taken,
      waiting: [...groups.values()].reduce((sum, { waiting }) => sum + waiting.length, 0),
    }),
  };
}

function beneficiaryKey({ owner, reads }: Beneficiary): string {
  return `${reads ? "reads" : "writes"} ${owner}`;
}

/** Waits in a queue. */
function turn(waiting: (() => void)[], patienceMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const letIn = () => {
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(() => {
      waiting.splice(waiting.indexOf(letIn), 1);
      reject(
        new OperatorError(
          "database-busy",
          `No connection to the database was free for ${patienceMs} ms. The database is too slow for the requests that come.`,
        ),
      );
    }, patienceMs);
    waiting.push(letIn);
  });
}
