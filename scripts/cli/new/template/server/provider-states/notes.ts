import type { Provider } from "@contract-toolkit/conformance";

/** Sets up the provider states of samples. */
export const provider: Provider = {
  /** The server's default limit for bodies. */
  http: { bodyLimitBytes: 102_400 },

  states: {
    /** The note exists. */
    async note(values, { server }) {
      const { name, text } = values as { name: string; text: string };
      await fetch(new URL(`/notes/${name}`, server), {
        method: "PUT",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ text }),
      });
      return {};
    },
  },
};
