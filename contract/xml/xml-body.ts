import type { ScalarType } from "../http/scalar-type.ts";

/** How a body is written in XML: its root element, and the values that elements refer to by name. */
export interface XmlBody {
  readonly root: XmlNode;
  readonly values?: Readonly<Record<string, XmlValue>>;
  /** Prefixes that the root element declares, with their namespaces. */
  readonly prefixes?: Readonly<Record<string, string>>;
}

/** Has no field. Only a contract that was not generated lacks the description of its XML. */
export const unknownBody: XmlBody = { root: { name: "" } };

/** An element or attribute with its value. */
export interface XmlNode extends XmlValue {
  readonly name: string;
  /** Without one, a node without prefix is meant, whatever the default namespace is. */
  readonly namespace?: string;
  readonly prefix?: string;
}

/** How the value of an element is written. It has one of the first four members. */
export interface XmlValue {
  /** Name of another value in `values`. */
  readonly value?: string;
  /** The value is the element's text. */
  readonly type?: ScalarType;
  /** The fields of an object by their names in JSON. */
  readonly fields?: Readonly<Record<string, XmlField>>;
  /** The items of a list are elements inside. */
  readonly items?: XmlNode;
  /** The values of an object's other fields. Each is an element with the name of the field. */
  readonly others?: XmlValue;
}

/** A field of an object. It is an element, unless `as` says otherwise. */
export interface XmlField extends XmlNode {
  readonly as?: "attribute" | "text" | "repeated";
  /** Set on a text, and on the list of a repeated element, that must be given, because XML writes nothing for an empty one. */
  readonly required?: true;
}
