import type { Operation, Parameter, SchemeCredential } from "@contract-toolkit/kernel";

/** A parameter and the key that Node has its value under. */
export interface PlacedParameter {
  readonly key: string;
  readonly parameter: Parameter;
}

/** The parameters of an operation by where they are read. */
export interface ParameterPlaces {
  readonly path: readonly PlacedParameter[];
  readonly query: ReadonlyMap<string, Parameter>;
  readonly header: readonly PlacedParameter[];
  readonly cookie: readonly Parameter[];
  /** Headers that carry credentials. */
  readonly credentials: readonly PlacedParameter[];
  /** Credentials of security schemes, which are no parameters. */
  readonly schemes: readonly SchemeCredential[];
  /** Names in the query that carry credentials of security schemes. */
  readonly secretQuery: ReadonlySet<string>;
}

/** The places of an operation's parameters: finding them takes longer than reading the parameters. */
export function sortParameters({ parameters, security = [] }: Operation): ParameterPlaces {
  const schemes = security.flat();
  const path = parameters.filter((each) => each.in === "path");
  const query = parameters.filter((each) => each.in === "query");
  const header = parameters
    .filter((each) => each.in === "header")
    // Node has the names of headers in lower case.
    .map((parameter) => ({ key: parameter.name.toLowerCase(), parameter }));
  return {
    path: path.map((parameter) => ({ key: parameter.name, parameter })),
    query: new Map(query.map((parameter) => [parameter.name, parameter])),
    cookie: parameters.filter((each) => each.in === "cookie"),
    header: header.filter(({ parameter }) => !parameter.credential),
    credentials: header.filter(({ parameter }) => parameter.credential),
    schemes,
    secretQuery: new Set(schemes.flatMap((each) => (each.in === "query" ? [each.name] : []))),
  };
}
