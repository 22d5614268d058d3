/** Whether a field is named like the id of a resource. */
export function isIdName(name: string): boolean {
  return /^(_?id|uuid|guid)$|[a-z_-]id$|I[Dd]$/.test(name) && !/(val|pa|vo|gr)id$/i.test(name);
}
