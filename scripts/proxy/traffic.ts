import type { Case, Suite } from "@contract-toolkit/conformance";
import {
  coverExchanges,
  exercisedConstraints,
  plainCase,
  type ExercisedConstraint,
} from "@contract-toolkit/conformance/internal";
import { pointerOfItems, statusKeyOf, type Operation } from "@contract-toolkit/contract";
import { bodyBytes } from "./exchange.ts";
import type { JudgedExchange } from "./judge.ts";

/** What a contract says of all traffic so far. */
export type TrafficReport = ReturnType<Traffic["report"]>;

/** Counts judged exchanges. Its memory is limited, however long the traffic goes on. */
export class Traffic {
  readonly #suite: Suite;
  #exchanges = 0;
  #valid = 0;
  readonly #statuses = new Tally<{ operation: string; status: number | string }>();
  readonly #undocumented = new Tally<{ method: string; path: string; status: number }>();
  readonly #unjudged = new Tally<{ operation: string; reason: string }>();
  readonly #violations = new Tally<{
    operation: string;
    in: "request" | "response";
    status: number;
    pointer: string;
    reason: string;
    /** File and line of the rule. */
    at: string;
    /** The first one. */
    request: string;
  }>();
  readonly #kept = new Map<string, Case[]>();
  #keptBytes = 0;

  constructor(suite: Suite) {
    this.#suite = suite;
  }

  add(judged: JudgedExchange): void {
    const { operation, violations, unjudged, answered, wire } = judged;
    const { method } = answered;
    // That of the server, also if the proxy refused it.
    const { status } = typeof wire.response === "string" ? answered : wire.response;
    const path = withoutIds(answered.path);
    this.#exchanges += 1;
    if (!operation) {
      this.#undocumented.count(`${method} ${path} ${status}`, { method, path, status });
      return;
    }
    const { id } = operation;
    if (violations.length + unjudged.length === 0) this.#valid += 1;
    for (const { pointer, source, ...violation } of violations) {
      const place = pointerOfItems(pointer);
      const at = `${source.file}:${source.line}`;
      const key = JSON.stringify([id, violation, status, place]);
      const request = `${method} ${path}`;
      this.#violations.count(key, {
        operation: id,
        ...violation,
        status,
        pointer: place,
        at,
        request,
      });
    }
    for (const reason of unjudged)
      this.#unjudged.count(`${id} ${reason}`, { operation: id, reason });
    const key = statusKeyOf(operation.responses, status);
    if (key === undefined || typeof wire.response === "string") return;
    this.#statuses.count(`${id} ${key}`, { operation: id, status: key });
    this.#keep(`${id} ${key}`, operation, judged);
  }

  /** Keeps the first exchanges of each operation and status, to find out which constraints they exercise. */
  #keep(key: string, operation: Operation, { request, response, wire }: JudgedExchange): void {
    const kept = this.#kept.get(key) ?? [];
    const bytes = bodyBytes(wire);
    if (!request || !response || kept.length >= MOST_KEPT) return;
    if (this.#keptBytes + bytes > MOST_KEPT_BYTES) return;
    this.#keptBytes += bytes;
    const id = `${operation.id}/${kept.length + 1}`;
    kept.push(plainCase(operation, request, response, { id, kind: "sample", why: "" }));
    this.#kept.set(key, kept);
  }

  report() {
    const { contract } = this.#suite;
    const cases = [...this.#kept.values()].flat();
    const operations = Object.values<Operation>(contract.operations);
    const constraints: ExercisedConstraint[] = exercisedConstraints(
      this.#suite.document,
      operations,
      cases,
    );
    const { statuses, errorCodes, headers } = coverExchanges(
      contract,
      cases.map(({ operation, request, response }) => ({
        operation: operation.id,
        request,
        response,
      })),
    );
    return {
      contract: { title: contract.title, version: contract.version },
      exchanges: this.#exchanges,
      /** As documented. */
      valid: this.#valid,
      violations: this.#violations.list(),
      /** Requests that belong to no operation. */
      undocumented: this.#undocumented.list(),
      unjudged: this.#unjudged.list(),
      coverage: {
        statuses: statuses.map(({ operation, status }) => ({
          operation,
          status,
          exchanges: this.#statuses.of(`${operation} ${status}`),
        })),
        errorCodes: errorCodes.map(({ exchanges, ...row }) => ({ ...row, isSeen: exchanges > 0 })),
        headers: headers.map(({ exchanges, ...row }) => ({ ...row, isSeen: exchanges > 0 })),
        constraints,
      },
    };
  }
}

const MOST_KEPT = 100;
const MOST_KEPT_BYTES = 50_000_000;

/** A path without the ids of resources, which would make a row of each. They may also be confidential. */
function withoutIds(path: string): string {
  return path
    .split("/")
    .map((segment) => (/\d|.{40}/.test(segment) && !/^v\d+$/.test(segment) ? "…" : segment))
    .join("/");
}

/** Counts by key. Of too many keys, the later ones are not listed. */
class Tally<Row extends object> {
  readonly #rows = new Map<string, { readonly row: Row; exchanges: number }>();

  count(key: string, row: Row): void {
    const known = this.#rows.get(key);
    if (known) known.exchanges += 1;
    else if (this.#rows.size < MOST_ROWS) this.#rows.set(key, { row, exchanges: 1 });
  }

  of(key: string): number {
    return this.#rows.get(key)?.exchanges ?? 0;
  }

  /** The most frequent ones first. */
  list(): (Row & { readonly exchanges: number })[] {
    return [...this.#rows.values()]
      .map(({ row, exchanges }) => ({ ...row, exchanges }))
      .toSorted((left, right) => right.exchanges - left.exchanges);
  }
}

const MOST_ROWS = 10_000;
