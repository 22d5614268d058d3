import type { OperationForm, SecurityWay } from "../contract-form.ts";
import type { Found } from "../change.ts";
import { makeChange } from "../kinds.ts";

type SecurityChange = Found & { readonly counterexample?: unknown };

/** Security requirements that are no longer enough, new ones, and moved URLs of OAuth2. */
export function securityChanges(old: OperationForm, now: OperationForm): SecurityChange[] {
  // The caller's credentials must satisfy the receiver. A callback is sent by the service, so the sides are exchanged.
  const isCallback = now.caller === "service";
  const [brought, asked] = isCallback ? [now, old] : [old, now];
  const refused = brought.security.filter(
    (way) => !asked.security.some((requirement) => satisfiesScopes(requirement, way)),
  );
  const isNew = (way: SecurityWay) =>
    !old.security.some(
      (requirement) => satisfiesScopes(requirement, way) && satisfiesScopes(way, requirement),
    );
  const added = isCallback ? [] : now.security.filter(isNew);
  return [
    ...refused.map((way) => ({
      ...makeChange(
        "security-tightened",
        isCallback
          ? `the service authenticates in another way: ${describeSecurityWay(way)}`
          : `${describeSecurityWay(way)} is no longer enough: ${asked.security.map(describeSecurityWay).join(", or ")}`,
      ),
      counterexample: {
        security: Object.fromEntries([...way.values()].map(({ name, scopes }) => [name, scopes])),
      },
    })),
    ...(refused.length > 0 ? [] : added).map((way) =>
      makeChange("security-way-added", describeSecurityWay(way)),
    ),
    ...flowChanges(old, now),
  ];
}

/** A client with the old URL no longer gets a token. */
function flowChanges(old: OperationForm, now: OperationForm): SecurityChange[] {
  const needs = new Map(now.security.flatMap((way) => [...way]));
  const changes = old.security.flatMap((way) =>
    [...way].flatMap(([scheme, { name, flows }]) =>
      [...flows].flatMap(([what, url]): SecurityChange[] => {
        const after = needs.get(scheme)?.flows.get(what);
        if (!needs.has(scheme) || after === url) return [];
        const how = after === undefined ? "was removed" : `changed to ${after}`;
        const change = makeChange("security-flow-changed", what, name, how, url);
        return [{ ...change, counterexample: { [what]: url } }];
      }),
    ),
  );
  return [...new Map(changes.map((change) => [change.message, change])).values()];
}

/** Whether the brought credentials include everything that is asked for. */
function satisfiesScopes(asked: SecurityWay, brought: SecurityWay): boolean {
  return [...asked].every(([scheme, { scopes }]) => {
    const found = brought.get(scheme);
    return found !== undefined && scopes.every((scope) => found.scopes.includes(scope));
  });
}

function describeSecurityWay(way: SecurityWay): string {
  if (way.size === 0) return "no credential";
  return [...way.values()]
    .map(({ name, scopes }) => (scopes.length > 0 ? `${name} (${scopes.join(", ")})` : name))
    .join(" with ");
}
