import type { ByteBody, ByteSource } from "./http/byte-body.ts";

/** What can be sent for a body: the body itself, or any source of a stream's bytes, events or fields. */
export type Sendable<Body> = unknown extends Body
  ? Body
  : Body extends ByteBody
    ? ByteSource
    : Body extends EventStream<infer Event>
      ? AsyncIterable<Event> | Iterable<Event>
      : Body extends FormBody<infer Fields>
        ? FormValues<Fields>
        : Body;

/** Events that arrive one by one. They can be read once. To stop reading ends the transfer. */
export interface EventStream<Event> extends AsyncIterable<Event> {
  readonly kind: "events";
}

/**
 * A form of several parts (multipart/form-data), which arrive one by one. Each field is validated before you get it, and the
 * whole form at its end. If the end rejects, undo what you did with the parts.
 */
export interface FormBody<Fields extends object> extends AsyncIterable<FormPart<Fields>> {
  readonly kind: "form";
  /** Resolves with all parts by name, files in memory, after the whole form was validated. */
  read(): Promise<Fields>;
}

/** One part of a form: the value of a field, or a file. Read a file before you ask for the next part, or it is skipped. */
export type FormPart<Fields extends object> = {
  [Name in keyof Fields & string]: PartOf<Name, ItemIn<NonNullable<Fields[Name]>>>;
}[keyof Fields & string];

type PartOf<Name extends string, Value> = Value extends FormFile
  ? FormFile & { readonly name: Name }
  : { readonly name: Name; readonly value: Value };

type ItemIn<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** A file in a form. The sender chooses its name: do not use it as a path. */
export interface FormFile {
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly body: ByteBody;
}

/** The fields of a form, with `Files` in place of the types that files have on the wire. */
export type WithFiles<Fields, Files> = {
  [Name in keyof Fields]: Name extends keyof Files ? Files[Name] : Fields[Name];
};

/** What a client sends for a form. A file is sent as its bytes, or as a `File` with a name and a content type. */
export type FormValues<Fields> = {
  readonly [Name in keyof Fields]: Fields[Name] extends readonly (infer Item)[] | undefined
    ? Item extends FormFile
      ? readonly SentFile[] | Extract<Fields[Name], undefined>
      : Fields[Name]
    : NonNullable<Fields[Name]> extends FormFile
      ? SentFile | Extract<Fields[Name], undefined>
      : Fields[Name];
};

/** The bytes of a file in a form. */
export type SentFile = Blob | Uint8Array;
