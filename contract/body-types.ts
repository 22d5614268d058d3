import type { ByteBody, ByteSource } from "./http/byte-body.ts";

/** What can be sent for a body: of a stream, whatever gives what is in it. */
export type Sendable<Body> = unknown extends Body
  ? Body
  : Body extends ByteBody
    ? ByteSource
    : Body extends EventStream<infer Event>
      ? AsyncIterable<Event> | Iterable<Event>
      : Body extends FormBody<infer Fields>
        ? FormValues<Fields>
        : Body;

/** Events that come one after another. They can be read once, and whoever stops reading ends the transfer. */
export interface EventStream<Event> extends AsyncIterable<Event> {
  readonly kind: "events";
}

/**
 * A form of several parts, which come one after another. Each field has been validated when it is handed out. At the end the
 * whole form is: what is wrong with it then rejects, so that what was made of its parts has to be undone.
 */
export interface FormBody<Fields extends object> extends AsyncIterable<FormPart<Fields>> {
  readonly kind: "form";
  /** All parts by name, files in memory, when the whole form has been validated. */
  read(): Promise<Fields>;
}

/** One part of a form: the value of a field, or a file. Files have to be read, or passed over, before the next part comes. */
export type FormPart<Fields extends object> = {
  [Name in keyof Fields & string]: PartOf<Name, ItemIn<NonNullable<Fields[Name]>>>;
}[keyof Fields & string];

type PartOf<Name extends string, Value> = Value extends FormFile
  ? FormFile & { readonly name: Name }
  : { readonly name: Name; readonly value: Value };

type ItemIn<Value> = Value extends readonly (infer Item)[] ? Item : Value;

/** A file in a form. Its name is the sender's, and no path. */
export interface FormFile {
  readonly filename: string | undefined;
  readonly contentType: string;
  readonly body: ByteBody;
}

/** The fields of a form as types of the wire have them, with what stands for its files instead of their bytes. */
export type WithFiles<Fields, Files> = {
  [Name in keyof Fields]: Name extends keyof Files ? Files[Name] : Fields[Name];
};

/** What a client sends for a form: of a file, its bytes; a `File` has a name and a content type besides. */
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
