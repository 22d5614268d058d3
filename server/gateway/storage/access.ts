import { OperatorError } from "../platform/operator-error.ts";

/** What opening may do: make and migrate a missing database, change an existing one, only read it, or lock all others out of it. */
export type Access = "make" | "change" | "read" | "lock";

/** There is no data of a gateway yet. */
export class NoGatewayError extends OperatorError {
  /** @param place what to call the database at the beginning of a message */
  constructor(place: string, cause?: unknown) {
    super(
      "no-gateway",
      `${place} has no data of a gateway. Start the gateway first, or name its database in DATA_DIR or DATABASE_URL.`,
      { cause },
    );
  }
}
