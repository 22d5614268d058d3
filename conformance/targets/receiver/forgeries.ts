import type { WireRequest } from "../../request.ts";

/**
 * Makes forgeries of a genuine message, each with one violation: a text of the body or a header changed or left out; a body that is
 * cut off, not JSON, no object, or empty. Then all headers are left out, with the body unchanged and with each text changed,
 * because a message without its proof must be refused.
 *
 * @param proving the headers that are part of the proof
 */
export function forgeriesOf(
  { headers, body = "" }: Pick<WireRequest, "headers" | "body">,
  proving: readonly string[],
) {
  const fields = Object.entries(JSON.parse(body) as Record<string, unknown>);
  const texts = fields.filter((field): field is [string, string] => typeof field[1] === "string");
  const remade = (name: string, value: string | undefined) =>
    JSON.stringify(
      Object.fromEntries(fields.map(([text, old]) => [text, text === name ? value : old])),
    );
  const textsChanged = texts.map(([name, value]) => ({
    what: `${name} changed`,
    headers,
    body: remade(name, flipMiddleDigit(value)),
  }));
  const isProof = ([name]: readonly [string, string]) => proving.includes(name);
  const unproven = Object.fromEntries(Object.entries(headers).filter((entry) => !isProof(entry)));
  const bodies = [{ what: "body unchanged", body }, ...textsChanged];
  const damaged = {
    "body cut off": body.slice(0, -1),
    "body cut in half": body.slice(0, Math.floor(body.length / 2)),
    "body is not JSON": `${body}}`,
    "body is not an object": JSON.stringify([JSON.parse(body)]),
    "body left out": "",
  };
  return [
    ...texts.flatMap(([name], at) => [
      ...textsChanged.slice(at, at + 1),
      { what: `${name} left out`, headers, body: remade(name, undefined) },
    ]),
    ...proving.flatMap((name) => {
      const { [name]: value = "", ...others } = headers;
      const changed = { ...headers, [name]: flipMiddleDigit(value) };
      return [
        { what: `${name} changed`, headers: changed, body },
        { what: `${name} left out`, headers: others, body },
      ];
    }),
    ...(proving.length === 0 ? [] : bodies).map((body) => ({
      what: `${body.what}, ${proving.join(", ")} left out`,
      headers: unproven,
      body: body.body,
    })),
    ...Object.entries(damaged).map(([what, spoilt]) => ({ what, headers, body: spoilt })),
  ];
}

function flipMiddleDigit(text: string): string {
  const middle = Math.floor(text.length / 2);
  return text.slice(0, middle) + (text[middle] === "0" ? "1" : "0") + text.slice(middle + 1);
}
