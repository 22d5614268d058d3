import type { FreshValues } from "../fresh-values.ts";
import type { Provider } from "../provider.ts";

/** A server to be tested. */
export interface ServerUnderTest {
  readonly url: URL;
  /** Headers with credentials, by documented name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly provider: Provider;
  readonly fresh: FreshValues;
}
