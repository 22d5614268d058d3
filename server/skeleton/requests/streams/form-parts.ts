import { Busboy, type BusboyFileStream } from "@fastify/busboy";
import { readChunksInTime } from "./chunks.ts";
import { malformed } from "../invalid-request.ts";

/** One part of a form as it was sent. Read it before the next one; the rest of it is skipped. */
export interface RawPart {
  readonly name: string;
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly chunks: AsyncIterable<Uint8Array>;
}

/**
 * The parts of a form (multipart/form-data, RFC 7578) as they arrive. An unread part holds back the rest, so only a few chunks
 * are in memory.
 */
export async function* streamFormParts(
  chunks: AsyncIterable<Uint8Array>,
  contentType: string,
  maxParts: number,
): AsyncGenerator<RawPart> {
  const found: FoundPart[] = [];
  const state: FormState = { next: Promise.withResolvers() };
  const wake = () => {
    state.next.resolve(undefined);
    state.next = Promise.withResolvers();
  };
  const fail = (error: unknown) => {
    state.failure ??= { error };
    // The reader of a part waits for its stream, and not for `next`.
    state.current?.stream.destroy(error instanceof Error ? error : undefined);
    wake();
  };

  const parser = parserOf(contentType, maxParts);
  parser.on("file", (name, stream, filename, _encoding, type) => {
    stream.on("error", () => undefined);
    found.push({ name, filename, contentType: type, stream });
    wake();
  });
  parser.on("partsLimit", () => {
    fail(malformed(`must have no more than ${maxParts} parts`));
  });
  parser.on("error", () => {
    fail(malformed("must be a whole form of several parts"));
  });
  parser.on("finish", () => {
    state.isAtEnd = true;
    wake();
  });

  void feed(parser, chunks).catch(fail);
  try {
    for (;;) {
      const waiting = state.next.promise;
      if (state.failure) throw state.failure.error;
      const part = (state.current = found.shift());
      if (part) {
        const { stream, ...rest } = part;
        if (part.name) yield { ...withPlainNames(rest), chunks: readChunksInTime(stream) };
        await passOver(stream);
      } else if (state.isAtEnd) return;
      else await waiting;
    }
  } finally {
    for (const { stream } of found) stream.destroy();
    state.current?.stream.destroy();
    parser.destroy();
  }
}

/** Browsers and fetch escape quotation marks and line breaks in names (HTML, "Multipart form data"). */
function withPlainNames<Part extends Pick<RawPart, "name" | "filename">>(part: Part): Part {
  const plain = (name: string) => name.replaceAll(/%(?:22|0D|0A)/g, decodeURIComponent);
  const { name, filename } = part;
  return { ...part, name: plain(name), filename: filename && plain(filename) };
}

interface FormState {
  next: PromiseWithResolvers<undefined>;
  current?: FoundPart | undefined;
  failure?: { readonly error: unknown };
  isAtEnd?: true;
}

interface FoundPart extends Omit<RawPart, "chunks"> {
  readonly stream: BusboyFileStream;
}

/** Every part is a stream, because the contract, and not the sender, decides which parts are files. */
function parserOf(contentType: string, maxParts: number): InstanceType<typeof Busboy> {
  try {
    return new Busboy({
      headers: { "content-type": contentType },
      isPartAFile: () => true,
      limits: { parts: maxParts, headerPairs: maxHeaders, headerSize: maxHeaderBytes },
    });
  } catch {
    throw malformed("must be a form of several parts, with a boundary");
  }
}

/** A part has at most three headers (RFC 7578, section 4.8). Further ones are ignored. */
const maxHeaders = 8;

/** A name and a file name of 255 percent-encoded characters each are shorter. */
const maxHeaderBytes = 8_192;

async function feed(
  parser: InstanceType<typeof Busboy>,
  chunks: AsyncIterable<Uint8Array>,
): Promise<void> {
  for await (const chunk of chunks)
    await new Promise<void>((resolve) => {
      parser.write(chunk, () => {
        resolve();
      });
    });
  parser.end();
}

function passOver(stream: BusboyFileStream): Promise<void> {
  if (stream.readableEnded || stream.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    stream.once("end", resolve).once("close", resolve).resume();
  });
}
