import { ConformanceError } from "@contract-toolkit/conformance";

/** Much longer than any page. */
const PATIENCE_MS = 10_000;

/**
 * Sends a page's form as a browser does.
 *
 * @returns the URL to which the browser is redirected
 * @throws {ConformanceError} `target-fault`, if the page does not answer, or refuses a form that it must accept
 */
export async function fillIn(
  page: string,
  fields: Readonly<Record<string, unknown>>,
  { mustBeAccepted = false, headers = {} } = {},
): Promise<string> {
  const url = URL.parse(page);
  if (!url) throw new ConformanceError("target-fault", `the page ${page} is not a URL`);
  const response = await fetch(url, {
    method: "POST",
    headers: { Origin: url.origin, ...headers },
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw new ConformanceError("target-fault", `the page ${page} does not answer`, {
      cause: error,
    });
  });
  await response.body?.cancel();
  if (response.status >= (mustBeAccepted ? 400 : 500))
    throw new ConformanceError("target-fault", `the page ${page} answered ${response.status}`);
  return URL.parse(response.headers.get("location") ?? "", url)?.href ?? page;
}

/** The key of a page follows its id and a dot. */
const KEY = /\.[\w-]+(?=[/?]|$)/;

/** Replaces the key in the address of a page with that of another page, or removes it. */
export function withOtherKey(page: string, otherPage: string | undefined): string {
  const url = new URL(page);
  const key = otherPage === undefined ? "" : (KEY.exec(new URL(otherPage).pathname)?.[0] ?? "");
  url.pathname = url.pathname.replace(KEY, key);
  return url.href;
}
