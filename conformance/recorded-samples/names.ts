/** Names and values in the queries of the links in a text, such as that to the next page. */
export function queriesIn(text: string): [string, string][] {
  return [...text.matchAll(/\?([^\s"'<>#]+)/g)].flatMap(([, query]) => [
    ...new URLSearchParams(query),
  ]);
}

/** Whether a field is named like the id of a resource. */
export function isIdName(name: string): boolean {
  return /^(_?id|uuid|guid)$|[a-z_-]id$|I[Dd]$/.test(name) && !/(val|pa|vo|gr)id$/i.test(name);
}
