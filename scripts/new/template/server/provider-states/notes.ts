import type { Provider } from "@contract-toolkit/conformance";

/** Sets up what has to be true before a sample is played on a server. */
export const provider: Provider = {
  /** As long as the server reads a body by default. */
  http: { bodyLimitBytes: 102_400 },

  states: {
    /** A note was written. */
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
