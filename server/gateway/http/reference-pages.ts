import type { RequestHandler } from "express";
import { createReference, type Reference, serveReference } from "../../skeleton/reference/index.ts";
import { generatedPath } from "./generated-documents.ts";

/** Serves the reference of this gateway's contracts. It is made at the first request. */
export function createReferencePages(sandbox: boolean): RequestHandler {
  const served = sandbox ? ["gateway", "sandbox"] : ["gateway"];
  let reference: Promise<Reference> | undefined;
  return (request, response, next) => {
    reference ??= createReference(
      [...served, "merchant"].map((each) => generatedPath(each)),
      {
        server: (contract) => (served.includes(contract) ? "" : undefined),
      },
    );
    reference
      .then((made) => {
        if (!serveReference(made, "/docs/", request, response)) next();
      })
      .catch(next);
  };
}
