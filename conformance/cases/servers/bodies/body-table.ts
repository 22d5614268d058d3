import { bodyKindOf, contentsOf, findBodyContent, isObject } from "@contract-toolkit/contract";
import { caseTable, type OperationContext } from "../make-case.ts";

export type BodyTable = ReturnType<typeof bodyTables>[number];

export function bodyTables(context: OperationContext) {
  const { operation, successes } = context;
  return contentsOf(operation.body).flatMap((content) => {
    const kind = bodyKindOf(content);
    const base = successes.find(
      ({ request }) =>
        findBodyContent(operation.body, request.contentType)?.contentType === content.contentType &&
        (kind === "text" || kind === "bytes"
          ? request.body !== undefined
          : isObject(request.body) && Object.keys(request.body).length > 0),
    );
    if (!base || kind === "events") return [];
    return [{ ...caseTable(context, base, "bodies"), content, kind }];
  });
}
