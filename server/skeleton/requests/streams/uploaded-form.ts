import { type JudgeBody, UploadedEvents } from "./uploaded-events.ts";
import { ownValue } from "@contract-toolkit/contract";
import { isUtf8 } from "node:buffer";
import {
  byteBody,
  mediaTypeOf,
  namedType,
  pointerStep,
  readField,
  type BodyContent,
  type Violation,
  type FormBody,
  type FormField,
  type FormFile,
  type Operation,
} from "@contract-toolkit/contract/messages";
import type { Engine } from "../../engine.ts";
import { ProblemError } from "../../problem.ts";
import { limited } from "./chunks.ts";
import { decodeBody, type Content } from "../content.ts";
import type { BodyLimits } from "../limits.ts";
import type { RawPart } from "./form-parts.ts";
import { malformed, invalidRequest } from "../invalid-request.ts";
import { Failure, UploadedBytes, type StreamedBody } from "./streamed-body.ts";

type Fields = Record<string, unknown>;
type Part = { readonly name: string } & ({ readonly value: unknown } | FormFile);

/** A form of several parts, which a handler gets one by one. */
export class UploadedForm implements FormBody<Fields>, StreamedBody {
  readonly kind = "form";
  readonly #parts: AsyncGenerator<Part>;
  readonly #fields: NonNullable<BodyContent["fields"]>;
  readonly #failure = new Failure();

  constructor(
    chunks: AsyncIterable<Uint8Array>,
    contentType: string,
    { fields = {} }: BodyContent,
    limits: BodyLimits,
    judge: JudgeBody,
  ) {
    this.#fields = fields;
    const parts = loadFormParts(chunks, contentType, limits.maxParts);
    this.#parts = this.#failure.of(this.#read(parts, limits, judge));
  }

  /** Breaking out of a loop does not end the form. It is read to its end after the handler answered. */
  [Symbol.asyncIterator](): AsyncIterator<never> {
    return { next: () => this.#parts.next() as Promise<IteratorResult<never>> };
  }

  async read(): Promise<Fields> {
    const values: Fields = {};
    for await (const part of this.#parts) {
      const value =
        "body" in part ? { ...part, body: byteBody(await part.body.bytes()) } : part.value;
      addFormValue(values, this.#fields[part.name], part.name, value);
    }
    return values;
  }

  async finish(): Promise<void> {
    while ((await this.#parts.next()).done !== true);
    await this.#failure.rethrow();
  }

  async *#read(
    parts: AsyncIterable<RawPart>,
    limits: BodyLimits,
    judge: JudgeBody,
  ): AsyncGenerator<Part> {
    const form: Fields = Object.create(null) as Fields;
    let left = limits.wholeBytes;
    for await (const part of parts) {
      const { name } = part;
      const field = ownValue(this.#fields, name);
      if (!field) continue;
      if (name in form && !field.list) throw broken(name, "must be given once");
      if (field.type === "file") {
        const file = readFilePart(part, field, limits.fileBytes);
        addFormValue(form, field, name, {});
        yield file;
      } else {
        const bytes = await collectBytes(limited(part.chunks, limits.wholeBytes, left));
        left -= bytes.length;
        const { value: judged, rounded } = decodeFormPart(field, name, bytes);
        await requireFaultless(judge, field, name, judged);
        const value = rounded ? rounded() : judged;
        addFormValue(form, field, name, value);
        yield { name, value };
      }
    }
    const problem = invalidRequest([], await judge({ ...form }));
    if (problem) throw new ProblemError(problem);
  }
}

/** Loads the parser for the first form, because most contracts have no forms. */
async function* loadFormParts(
  ...given: Parameters<typeof import("./form-parts.ts").streamFormParts>
): AsyncGenerator<RawPart> {
  const formParts = await import("./form-parts.ts");
  yield* formParts.streamFormParts(...given);
}

/** Judges a part of a body as the body of a request without other parts. */
export function judgeBody(
  engine: Engine,
  operation: Operation,
): (contentType: string) => JudgeBody {
  return (contentType) => async (body) => {
    const parts = { path: {}, query: {}, headers: {}, ...namedType(operation.body, contentType) };
    const violations = await engine.request(operation, { ...parts, body });
    return violations.filter(({ pointer }) => isInsidePointer(pointer, "/body"));
  };
}

/** Removes violations of a body from those of a request, if they are found when it is read. */
export function withoutStream(
  body: unknown,
  violations: readonly Violation[],
): readonly Violation[] {
  return body instanceof UploadedForm || body instanceof UploadedEvents
    ? violations.filter(({ pointer }) => !isInsidePointer(pointer, "/body"))
    : violations;
}

/** Whether the body of a request is read as it arrives. */
export function isStreamedBody(body: unknown): body is StreamedBody {
  return [UploadedForm, UploadedEvents, UploadedBytes].some((kind) => body instanceof kind);
}

function readFilePart(
  { name, filename, contentType, chunks }: RawPart,
  { contentTypes }: FormField,
  limitBytes: number,
): Part {
  const type = mediaTypeOf(contentType);
  if (contentTypes && !contentTypes.includes(type))
    throw broken(name, `must be of content type ${contentTypes.join(", ")}`);
  return { name, filename, contentType: type, body: byteBody(limited(chunks, limitBytes)) };
}

async function collectBytes(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const collected: Uint8Array[] = [];
  for await (const chunk of chunks) collected.push(chunk);
  return Buffer.concat(collected);
}

function decodeFormPart(field: FormField, name: string, bytes: Buffer): Content {
  if (field.type === "json") {
    const content = decodeBody(bytes, { contentType: "application/json" });
    const [violation] = content.violations;
    if (violation) throw broken(name, violation.reason);
    return content;
  }
  if (!isUtf8(bytes)) throw broken(name, "must be UTF-8");
  return { value: readField(field, bytes.toString("utf8")), violations: [] };
}

/** Judges one field. Violations of other fields, and of their number, are known only at the end. */
async function requireFaultless(
  judge: JudgeBody,
  field: FormField,
  name: string,
  value: unknown,
): Promise<void> {
  const pointer = `/body/${pointerStep(name)}`;
  const violations = await judge({ [name]: field.list ? [value] : value });
  const own = violations.filter((violation) =>
    field.list
      ? violation.pointer.startsWith(`${pointer}/0`)
      : isInsidePointer(violation.pointer, pointer),
  );
  const problem = invalidRequest([], own);
  if (problem) throw new ProblemError(problem);
}

function isInsidePointer(pointer: string, outer: string): boolean {
  return pointer === outer || pointer.startsWith(`${outer}/`);
}

function addFormValue(
  form: Fields,
  field: FormField | undefined,
  name: string,
  value: unknown,
): void {
  if (!field?.list) form[name] = value;
  else if (Array.isArray(form[name])) form[name].push(value);
  else form[name] = [value];
}

function broken(name: string, reason: string): ProblemError {
  return malformed(reason, `/body/${pointerStep(name)}`);
}
