/** A client of a foreign server, which makes a number of requests. */

export type Call = (method: string, path: string, body?: object) => Promise<Answer>;

interface Answer {
  readonly id?: string | number;
}

/**
 * Makes rounds of requests, until there are enough.
 *
 * @param round makes the requests of a round
 */
export async function makeRequests(
  headers: Readonly<Record<string, string>>,
  round: (call: Call, number: number) => Promise<void>,
): Promise<void> {
  const [, , base = "", count = "1000"] = process.argv;
  let made = 0;
  const call: Call = async (method, path, body) => {
    made += 1;
    const response = await fetch(base + path, {
      method,
      headers: { ...headers, ...(body && { "Content-Type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json().catch(() => ({}))) as Answer;
  };
  for (let number = 0; made < Number(count); number += 1) await round(call, number);
  console.log(`${made} requests`);
}
