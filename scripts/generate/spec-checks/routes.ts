import type { Diagnostic } from "@typespec/compiler";
import type { HttpOperation } from "@typespec/http";
import { pathShape } from "@contract-toolkit/contract";
import { findRepeated, specFault } from "./spec-fault.ts";
import type { ViewedOperation } from "../service-model/service-views.ts";
import {
  areDistinguishable,
  selectingConstants,
  sharedRoutesOf,
} from "../openapi/shared-routes.ts";

/** One operation of a shared route may have no constant parameters. It gets the requests that select no other. */
export function checkSharedRoutes(operations: readonly ViewedOperation[]): Diagnostic[] {
  return sharedRoutesOf(operations).flatMap((group) =>
    group.flatMap(({ http }, index) => {
      const others = (operation: HttpOperation) =>
        group.flatMap((viewedOperation) =>
          viewedOperation.http === operation ? [] : [viewedOperation.http],
        );
      const isRest = (operation: HttpOperation) =>
        selectingConstants(operation, others(operation)).length === 0;
      const same = group.slice(0, index).find(({ http: before }) => {
        const isApart = areDistinguishable(before, http) || isRest(before) !== isRest(http);
        return !isApart;
      });
      if (!same) return [];
      const { operation, verb, path } = http;
      const route = `${verb.toUpperCase()} ${path}`;
      const message = `${route} is also ${same.http.operation.name}, so a server cannot tell them apart; give both a required query parameter or header of one name with other constants (@query kind: "a" and @query kind: "b"), bodies of other content types, or join them to one operation, whose parameters, body and responses are unions.`;
      return [specFault(operation, "shared-route", message)];
    }),
  );
}

/** A request has neither the names of path parameters nor a fragment. */
export function checkSameRoutes(operations: readonly ViewedOperation[]): Diagnostic[] {
  const shared = sharedRoutesOf(operations);
  return findRepeated(operations, ({ http: { verb, path } }) => `${verb} ${requestedPath(path)}`)
    .filter(
      ([viewedOperation, first]) =>
        !shared.some((group) => group.includes(viewedOperation) && group.includes(first)),
    )
    .map(([{ http }, first]) =>
      specFault(
        http.operation,
        "same-route",
        `A request for ${http.verb.toUpperCase()} ${http.path} is also one for ${first.http.path} (${first.http.operation.name}), so a server cannot tell them apart; give one of them another route.`,
      ),
    );
}

/** The compiler takes a brace without its pair for text, and adds the parameter to the end of the path. */
export function checkBraces({ operation, path }: HttpOperation): Diagnostic[] {
  const message = `The route of ${operation.name} has a brace without its pair; write {name} for the parameter name.`;
  return /[{}]/.test(path.replaceAll(/\{[^{}]*\}/g, ""))
    ? [specFault(operation, "route", message)]
    : [];
}

function requestedPath(path: string): string {
  return pathShape(path.replace(/#[^]*/, ""));
}
