import type { MockApiDefinition, MockBody, ResolverConfig } from "@typespec/spec-api";

/** A request of a scenario, to a server at another address. */
type SentRequest = MockApiDefinition["request"] &
  Pick<MockApiDefinition, "method"> & { readonly url: string };

const folder = new URL("./", import.meta.resolve("@typespec/spector"));

/** Sends the request of a scenario as `tsp-spector knock` does. The package does not export the function. */
export const { makeServiceCall } = (await import(new URL("actions/helper.js", folder).href)) as {
  makeServiceCall: (request: SentRequest, config: ResolverConfig) => Promise<Response>;
};

/** The bytes of a body. URLs in it begin with `baseUrl`. */
export function encodeMockBody(body: MockBody, config: ResolverConfig): Buffer {
  if (body.streamChunks) return Buffer.concat(body.streamChunks);
  const content = body.rawContent ?? "";
  if (Buffer.isBuffer(content)) return content;
  return Buffer.from(typeof content === "string" ? content : content.serialize(config));
}
