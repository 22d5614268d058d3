import { TargetFaultError } from "@contract-toolkit/conformance";

/** Much longer than a page takes. */
const PATIENCE_MS = 10_000;

/**
 * Sends a page's form as a browser does.
 *
 * @returns where the browser goes then
 * @throws {TargetFaultError} when it does not answer, or refuses what it must not refuse
 */
export async function fillIn(
  page: string,
  fields: Readonly<Record<string, unknown>>,
  mayBeRefused = false,
  headers: Readonly<Record<string, string>> = {},
): Promise<string> {
  const url = URL.parse(page);
  if (!url) throw new TargetFaultError(`the page ${page} is no URL`);
  const response = await fetch(url, {
    method: "POST",
    headers: { Origin: url.origin, ...headers },
    body: new URLSearchParams(Object.entries(fields).map(([name, value]) => [name, String(value)])),
    redirect: "manual",
    signal: AbortSignal.timeout(PATIENCE_MS),
  }).catch((error: unknown) => {
    throw new TargetFaultError(`the page ${page} does not answer`, { cause: error });
  });
  await response.arrayBuffer();
  if (response.status >= (mayBeRefused ? 500 : 400))
    throw new TargetFaultError(`the page ${page} answered ${response.status}`);
  return URL.parse(response.headers.get("location") ?? "", url)?.href ?? page;
}

/** The key of a page stands behind the id, after a dot. */
const KEY = /\.[\w-]+(?=[/?]|$)/;

/** The address of a page with the key of another one, or with none. */
export function withOtherKey(page: string, other: string | undefined): string {
  const url = new URL(page);
  const key = other === undefined ? "" : (KEY.exec(new URL(other).pathname)?.[0] ?? "");
  url.pathname = url.pathname.replace(KEY, key);
  return url.href;
}
