/** How much is played of something legitimate, which nothing must blame. */
export interface Thoroughness {
  /** Of samples, constraints and scenarios, how many are played; all of the samples and scenarios where it is not told. */
  readonly cases?: number;
  /** Chooses them. */
  readonly seed?: string;
}
