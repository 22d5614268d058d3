/** Whether the id of a case contains a text. */
export function isChosen(filter: string): (played: { readonly id: string }) => boolean {
  return ({ id }) => id.includes(filter);
}
