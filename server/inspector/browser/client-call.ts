/** Writes the call of an operation by the typed client. Empty parts of the request are left out. */
export function clientCall(id: string, { body, ...parts }: Readonly<Record<string, unknown>>) {
  const given = Object.entries(parts).filter(([, part]) => JSON.stringify(part ?? {}) !== "{}");
  if (body !== undefined) given.push(["body", body]);
  const request = given.length > 0 ? JSON.stringify(Object.fromEntries(given), undefined, 2) : "";
  const method = /^[A-Za-z_$][\w$]*$/.test(id) ? `.${id}` : `[${JSON.stringify(id)}]`;
  return `const result = await client${method}(${request});`;
}
