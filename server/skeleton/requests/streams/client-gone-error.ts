/** The client went away before its request was complete. Nobody can be answered. */
export class ClientGoneError extends Error {
  readonly code = "client-gone";
}
