/** A place that does not compile. */
export interface TypeFault {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly message: string;
}
