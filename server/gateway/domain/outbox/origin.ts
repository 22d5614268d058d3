/** Where an event comes from, so that whatever is done for it can be traced. */
export interface Origin {
  /** The id of the request that made it; undefined: a deadline did. */
  readonly requestId?: string | undefined;
  /** W3C Trace Context of the work that made it, if it is traced. */
  readonly traceparent?: string | undefined;
}
