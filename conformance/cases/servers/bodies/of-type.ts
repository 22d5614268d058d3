import {
  bodyKindOf,
  contentOf,
  contentsOf,
  isObject,
  type BodyContent,
} from "@contract-toolkit/kernel";
import type { Case } from "../../case.ts";
import type { OperationContext } from "../make-case.ts";

/** How a body is made up. */
export type BodyKind = Exclude<ReturnType<typeof bodyKindOf>, "events">;

/** A sample whose body is of one content type. */
export interface OfType {
  readonly base: Case;
  readonly content: BodyContent;
  readonly kind: BodyKind;
}

/** A sample for each content type of an operation's bodies. */
export function samplesByType({ operation, plain }: OperationContext): OfType[] {
  return contentsOf(operation.body).flatMap((content): OfType[] => {
    const kind = bodyKindOf(content);
    const base = plain.find(
      ({ request }) =>
        contentOf(operation.body, request.contentType)?.contentType === content.contentType &&
        (kind === "text" || kind === "bytes"
          ? request.body !== undefined
          : isObject(request.body) && Object.keys(request.body).length > 0),
    );
    return base && kind !== "events" ? [{ base, content, kind }] : [];
  });
}
