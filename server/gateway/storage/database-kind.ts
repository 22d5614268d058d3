import type { Dialect } from "kysely";
import type { ConnectionUse } from "./postgres/connection-shares.ts";

/** The properties of a kind of database. */
export interface DatabaseKind {
  readonly dialect: Dialect;
  /** Set if `dialect` blocks the event loop while it reads. */
  readonly longReadsDialect?: Dialect;
  /**
   * Whether several transactions run at once, so that rows can be locked and locked rows skipped. Such a database can
   * also write to several tables in one statement.
   */
  readonly locksRows: boolean;
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
