import type { Dialect, Insertable, Kysely, SelectQueryBuilder } from "kysely";
import type { Store } from "../domain/store.ts";
import type { Changes } from "./changes.ts";
import type { ConnectionUse } from "./postgres/connection-shares.ts";
import type { Tables } from "./tables.ts";

/** An open database and the properties of its kind. */
export interface OpenDatabase extends Omit<DatabaseKind, "dialect" | "longReadsDialect"> {
  readonly database: Kysely<Tables>;
  /** For single statements that read much, if `database` would block the event loop. Destroy it too. */
  readonly longReads?: Kysely<Tables>;
}

/** The properties of a kind of database. */
export interface DatabaseKind {
  readonly dialect: Dialect;
  /** Set if `dialect` blocks the event loop while it reads. */
  readonly longReadsDialect?: Dialect;
  /** @param inside makes the store of a transaction */
  readonly changes: (
    opened: OpenDatabase,
    inside: (transaction: Kysely<Tables>) => Store,
  ) => Changes;
  readonly outbox: OutboxStatements;
  /** How the connections are used, if there are several. */
  readonly connectionUse?: () => ConnectionUse;
  /** Whether a transaction had no effect because of a concurrent one, or of its connection, so that it should be run again. */
  readonly isConflict: (error: unknown) => boolean;
  /** Whether a connection ended while a statement ran, which may have been executed. */
  readonly isLost: (error: unknown) => boolean;
  /** Whether the database reported that it has not executed a statement. */
  readonly isRefused: (error: unknown) => boolean;
  /** Whether a query failed because its table does not exist. */
  readonly isMissingTable: (error: unknown) => boolean;
  /**
   * Checks that the database can store what the gateway stores.
   *
   * @throws OperatorError
   */
  readonly requireSuitable: () => Promise<void>;
  /** Describes an error of the server as an OperatorError, if the operator can mend it. */
  readonly explain: (error: unknown) => unknown;
}

/** The statements of the outbox that differ. */
export interface OutboxStatements {
  /** @param onAdded called before the commit, if processes cannot notify each other */
  readonly add: (
    database: Kysely<Tables>,
    row: Insertable<Tables["deliveries"]>,
    onAdded: () => void,
  ) => Promise<void>;
  /** Omits rows that another transaction has locked, and locks the rest. */
  readonly skipLocked: (due: DueIds) => DueIds;
  /** Whether no other process is removing deliveries. Two would wait for each other's rows, and one of them would fail. */
  readonly isFirstToRemove: (database: Kysely<Tables>) => Promise<boolean>;
}

type DueIds = SelectQueryBuilder<Tables, "deliveries", { id: string }>;
