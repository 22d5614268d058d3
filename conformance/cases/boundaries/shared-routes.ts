import {
  type Constant,
  headerText,
  mediaTypeOf,
  type Operation,
  type SampleRequest,
} from "@contract-toolkit/kernel";

/** The other operations of an operation's method and path (`@sharedRoute`). */
export function sharingRoute(operation: Operation, all: readonly Operation[]): Operation[] {
  const { id, method, path } = operation;
  return all.filter((each) => each.id !== id && each.method === method && each.path === path);
}

/** Whether a request that was made for an operation is meant for one of those that share its route, by their constants. */
export function isForAnother(
  request: SampleRequest,
  operation: Operation,
  others: readonly Operation[],
): boolean {
  const has = ({ in: place, name, values }: Constant) => {
    const value = place === "query" ? request.query[name] : headerOf(name, request, operation);
    return value !== undefined && values.includes(headerText(value));
  };
  const isMeant = ({ when = [] }: Operation) => when.length > 0 && when.every(has);
  if (isMeant(operation)) return false;
  const isRest = ({ when = [] }: Operation) => when.length === 0;
  return others.some(isMeant) || (!isRest(operation) && others.some(isRest));
}

function headerOf(name: string, { headers, contentType }: SampleRequest, operation: Operation) {
  const given = Object.entries(headers).find(([each]) => each.toLowerCase() === name)?.[1];
  if (name !== "content-type") return given;
  const type = given ?? contentType ?? operation.contentType;
  return type === undefined ? undefined : mediaTypeOf(headerText(type));
}
