import { TargetFaultError } from "../../target-fault-error.ts";

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
): Promise<string> {
  const url = URL.parse(page);
  if (!url) throw new TargetFaultError(`the page ${page} is no URL`);
  const response = await fetch(url, {
    method: "POST",
    headers: { Origin: url.origin },
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
