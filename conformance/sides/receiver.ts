import type { Case } from "../case.ts";
import { writeRequest } from "../request.ts";
import { failure, verdict, type Finding, type Verdict } from "../verdict.ts";

/** A receiver of callbacks to be tested, at the URL that all of them are sent to. */
export interface ReceiverUnderTest {
  readonly url: URL;
}

/**
 * Plays the request of a case against a receiver: the genuine one must be answered as documented, a forged one refused.
 * Forged is the same message with one character of one signed or signing part changed, or with that part left out.
 */
export async function playOnReceiver(
  played: Case,
  receiver: ReceiverUnderTest,
): Promise<Verdict> {
  try {
    const genuine = writeRequest(
      played.operation,
      played.request,
      receiver.url,
    );
    const findings: Finding[] = [];
    const status = await post(
      receiver.url,
      genuine.headers,
      genuine.body ?? "",
    );
    if (status !== played.response.status) {
      findings.push({
        message: `genuine: expected ${String(played.response.status)}, found ${String(status)}`,
      });
    }
    for (const forged of forgeriesOf(genuine.headers, genuine.body ?? "")) {
      const answered = await post(receiver.url, forged.headers, forged.body);
      if (answered < 400)
        findings.push({
          message: `forged (${forged.what}) was accepted with ${String(answered)}`,
        });
    }
    return verdict(played, "receiver", findings);
  } catch (error) {
    return failure(played, "receiver", error);
  }
}

interface Forgery {
  readonly what: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

function forgeriesOf(
  headers: Readonly<Record<string, string>>,
  body: string,
): Forgery[] {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const strings = fields.filter(
    (field): field is [string, string] => typeof field[1] === "string",
  );
  const remade = (name: string, value: string | undefined) =>
    JSON.stringify(
      Object.fromEntries(
        fields.map(([each, old]) => [each, each === name ? value : old]),
      ),
    );
  const signing = Object.keys(headers).filter((name) =>
    name.toLowerCase().endsWith("signature"),
  );
  return [
    ...strings.flatMap(([name, value]): Forgery[] => [
      { what: `${name} changed`, headers, body: remade(name, changed(value)) },
      { what: `${name} left out`, headers, body: remade(name, undefined) },
    ]),
    ...signing.map((name) => ({
      what: `${name} changed`,
      headers: { ...headers, [name]: changed(headers[name] ?? "") },
      body,
    })),
  ];
}

/** Another character of the same alphabet in the middle. */
function changed(text: string): string {
  const middle = Math.floor(text.length / 2);
  return (
    text.slice(0, middle) +
    (text[middle] === "0" ? "1" : "0") +
    text.slice(middle + 1)
  );
}

async function post(
  url: URL,
  headers: Readonly<Record<string, string>>,
  body: string,
): Promise<number> {
  const response = await fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
  });
  await response.arrayBuffer();
  return response.status;
}
