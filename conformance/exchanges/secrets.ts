/** Credentials without their schemes, by the shell variable that replaces each. */
export type Secrets = ReadonlyMap<string, string>;

/** The shell variable for the credential in a header: `X_API_KEY` for `X-API-KEY`. */
export function variableOf(header: string): string {
  return header.toUpperCase().replace(/[^A-Z0-9]/g, "_");
}

/** Removes the scheme: `Bearer x` becomes `x`. */
export function withoutScheme(credential: string): string {
  return credential.replace(/^\S+\s+/, "");
}

/** Replaces the secrets in a text by their variables. */
export function masked(text: string, secrets: Secrets): string {
  return piecesOf(text, secrets)
    .map((piece) => (piece.variable === undefined ? piece.text : `$${piece.variable}`))
    .join("");
}

/** A part of a text. If it has a variable, it is a secret. */
export interface Piece {
  readonly text: string;
  readonly variable?: string;
}

/** Splits a text into secrets and the parts between them. */
export function piecesOf(text: string, secrets: Secrets): Piece[] {
  let pieces: Piece[] = [{ text }];
  for (const [variable, secret] of [...secrets].flatMap(secretSpellings)) {
    if (secret.length < SHORTEST_UNMISTAKABLE) continue;
    pieces = pieces.flatMap((piece) =>
      piece.variable === undefined ? around(piece.text, secret, variable) : [piece],
    );
  }
  return pieces;
}

/** A secret, and its spelling in a query or cookie if that is another one. */
function secretSpellings([variable, secret]: [string, string]): [string, string][] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const own: [string, string] = [variable, secret];
  return encoded === secret ? [own] : [own, [`${variable}_ENCODED`, encoded]];
}

function around(text: string, secret: string, variable: string): Piece[] {
  return text
    .split(secret)
    .flatMap((between, index): Piece[] =>
      index === 0 ? [{ text: between }] : [{ text: secret, variable }, { text: between }],
    )
    .filter((piece) => piece.text !== "");
}

/** A shorter secret may be part of another text by chance. */
export const SHORTEST_UNMISTAKABLE = 8;
