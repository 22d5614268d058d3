import { text } from "node:stream/consumers";
import { listen, type Listening } from "../../skeleton/testing/listen.ts";

/** A receiver that acknowledges every request. */
export interface Sink extends Listening {
  readonly received: readonly Taken[];
}

/** An acknowledged request. */
export interface Taken {
  readonly path: string;
  /** Headers and body, as text. */
  readonly text: string;
}

/** Listens on a free port of this machine. */
export async function startSink(): Promise<Sink> {
  const received: Taken[] = [];
  const listening = await listen((request, response) => {
    void text(request).then((body) => {
      received.push({ path: request.url ?? "", text: JSON.stringify(request.headers) + body });
      response.writeHead(204).end();
    });
  });
  return { ...listening, received };
}

/** The decoded `data` of each callback. */
export function contentsOf({ received }: Sink): readonly string[] {
  return received.flatMap(({ text: sent }) => {
    const data = /"data":"([^"]*)"/.exec(sent)?.[1];
    return data === undefined ? [] : [Buffer.from(data, "base64").toString("utf8")];
  });
}
