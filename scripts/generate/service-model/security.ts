import type { HttpOperation } from "@typespec/http";
import type {
  OpenApiDocument,
  OpenApiOperation,
  OpenApiParameter,
  Operation,
  SchemeCredential,
} from "@contract-toolkit/contract";
import { specError } from "../spec-checks/spec-fault.ts";

/**
 * The credentials that an operation requires (`@useAuth`), by alternative. Credentials that are declared as parameters
 * are left out.
 *
 * @throws {SpecError} when two credentials of one alternative are sent in the same place.
 */
export function requiredCredentials(
  document: OpenApiDocument,
  emitted: OpenApiOperation,
  declared: readonly OpenApiParameter[],
  { operation }: HttpOperation,
): Pick<Operation, "security"> {
  const schemes = document.components?.securitySchemes ?? {};
  const alternatives = (emitted.security ?? document.security ?? []).map((alternative) =>
    Object.keys(alternative).flatMap((scheme) => {
      const described = schemes[scheme];
      return described ? [credentialOf(scheme, described)] : [];
    }),
  );
  for (const alternative of alternatives) {
    const places = alternative.map(credentialPlace);
    if (new Set(places).size < places.length)
      throw specError(
        operation,
        "unsendable-credentials",
        `${emitted.operationId} asks for ${alternative.map(({ scheme }) => scheme).join(" and ")} at once, but both are in ${alternative.map(({ name }) => name)[0] ?? ""}. Make them alternatives: @useAuth(A | B).`,
      );
  }
  const known = new Set(declared.map(credentialPlace));
  const security = alternatives.map((alternative) =>
    alternative.filter((schemeCredential) => !known.has(credentialPlace(schemeCredential))),
  );
  return security.some((requirement) => requirement.length > 0) ? { security } : {};
}

/** Whether a parameter carries a credential of one of the service's schemes. */
export function isCredentialParameter(
  document: OpenApiDocument,
  parameter: OpenApiParameter,
): boolean {
  const schemes = Object.entries(document.components?.securitySchemes ?? {});
  return schemes.some(
    ([scheme, securityScheme]) =>
      credentialPlace(credentialOf(scheme, securityScheme)) === credentialPlace(parameter),
  );
}

/** Header names are case-insensitive. */
function credentialPlace({
  in: part,
  name,
}: Pick<SchemeCredential | OpenApiParameter, "in" | "name">) {
  return `${part} ${part === "header" ? name.toLowerCase() : name}`;
}

/** OAuth 2.0 and OpenID Connect tokens are sent as bearer tokens (RFC 6750, section 2.1). */
function credentialOf(
  scheme: string,
  described: NonNullable<NonNullable<OpenApiDocument["components"]>["securitySchemes"]>[string],
): SchemeCredential {
  if (described.type === "apiKey")
    return { scheme, in: described.in ?? "header", name: described.name ?? "" };
  const { scheme: named = "Bearer" } = described;
  // Names of schemes have no case (RFC 9110, section 11.1), but many servers know only the usual spelling.
  const usual = ["Bearer", "Basic"].find((text) => text.toLowerCase() === named.toLowerCase());
  const type = described.type === "http" ? (usual ?? named) : "Bearer";
  return { scheme, in: "header", name: "Authorization", type };
}
