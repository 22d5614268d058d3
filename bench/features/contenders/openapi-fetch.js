import createClient from "openapi-fetch";
import { Folder } from "./openapi-typescript.ts";

export const versions = ["openapi-fetch", "openapi-typescript"];

export const needs = { "has enumerations at run time": "`--enum`" };

export function start({ url, token }) {
  const client = createClient({ baseUrl: url, headers: { Authorization: `Bearer ${token}` } });
  const resultOf = async (call) => {
    const { data, error, response } = await call;
    return { status: response.status, body: data ?? error };
  };
  return {
    read: (id, { signal } = {}) =>
      resultOf(client.GET("/notes/{id}", { params: { path: { id } }, signal })),
    write: (note) => resultOf(client.POST("/notes", { body: note })),
  };
}

export const folders = Object.values(Folder);

export const types = {
  "has errors typed by status": `
    import createClient from "openapi-fetch";
    import type { paths } from "./openapi-typescript.ts";
    const { error, response } = await createClient<paths>().GET("/notes/{id}", { params: { path: { id: "1" } } });
    export const text: string = response.status === 404 && error ? error.missing : "";`,
  "has models to import": `
    import type { components } from "./openapi-typescript.ts";
    export const note: components["schemas"]["NewNote"] = { text: "a" };`,
};

export const sizes = {
  plain: `import createClient from "openapi-fetch";
    const client = createClient({ baseUrl: "" });
    export const readNote = (id) => client.GET("/notes/{id}", { params: { path: { id } } });`,
};
