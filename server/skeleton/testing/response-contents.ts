/** What a client sees of a response, without the headers of its connection and those of Express. */
export async function contentsOf(response: Response) {
  const { status, statusText } = response;
  const headers = [...response.headers].filter(([name]) => !ofConnection.includes(name));
  const bytes = Buffer.from(await response.arrayBuffer()).toString("latin1");
  return { status, statusText, headers, bytes };
}

const ofConnection = ["connection", "date", "keep-alive", "transfer-encoding", "x-powered-by"];
