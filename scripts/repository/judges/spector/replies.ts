import {
  byteBody,
  type BodyContent,
  findBodyContent,
  type HeaderType,
  readEvents,
  readXml,
  type Response as DocumentedResponse,
} from "@contract-toolkit/contract";
import { expandDyns, type MockResponse, type ResolverConfig } from "@typespec/spec-api";
import { DOMParser } from "@xmldom/xmldom";
import { encodeMockBody } from "./spector-library.ts";

/** What a handler replies to give the response of a scenario. */
export function replyOf(
  { status, body, headers = {} }: MockResponse,
  documented: DocumentedResponse | undefined,
  config: ResolverConfig,
) {
  const { headers: names = [], headerTypes = {} } = documented ?? {};
  const given = Object.entries(expandDyns(headers, config)).map(([name, value]) => {
    const documentedName =
      names.find((otherName) => otherName.toLowerCase() === name.toLowerCase()) ?? name;
    return [documentedName, parseReplyHeader(String(value), headerTypes[documentedName])] as const;
  });
  const content =
    body && documented && (findBodyContent(documented, body.contentType) ?? documented);
  return {
    status,
    body: body && handlerBody(encodeMockBody(body, config), content || undefined),
    headers: {
      ...Object.fromEntries(given),
      ...(body &&
        (documented?.others || names.includes("Content-Type")) && {
          "content-type": body.contentType,
        }),
    },
  };
}

function parseReplyHeader(text: string, type: HeaderType | undefined): unknown {
  if (type?.list)
    return text.split(",").map((item) => parseReplyHeader(item.trim(), { type: type.type }));
  if (type?.type === "boolean") return text === "true";
  return type?.type === "integer" || type?.type === "number" ? Number(text) : text;
}

function handlerBody(bytes: Buffer, content: Partial<BodyContent> = {}): unknown {
  switch (content.kind) {
    case undefined:
      return JSON.parse(bytes.toString());
    case "xml":
      return readXml(bytes.toString(), content, new DOMParser()).value;
    case "text":
      return bytes.toString();
    case "events":
      return eventsIn(bytes, content.contentType);
    default:
      return bytes;
  }
}

async function* eventsIn(bytes: Buffer, contentType: string | undefined) {
  for await (const text of readEvents(byteBody(bytes), contentType))
    yield JSON.parse(text) as unknown;
}
