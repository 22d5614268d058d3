import { request as httpRequest, type IncomingHttpHeaders } from "node:http";

/** An answer as it came over the wire. */
export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Sends exactly these headers and bytes, which fetch would not. */
export function sendTo(
  port: number,
  method: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  body?: string | Buffer,
): Promise<Received> {
  return new Promise((resolve, reject) => {
    const options = { port, method, path, headers, agent: false };
    const sent = httpRequest(options, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
      response.on("end", () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text });
      });
    });
    sent.on("error", reject).end(body);
  });
}
