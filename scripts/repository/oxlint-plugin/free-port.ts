import type { Rule } from "@oxlint/plugins";

/** Lint rule: tests take free ports only with the shared helpers. */
export const freePort: Rule = {
  meta: {
    type: "problem",
    messages: {
      elsewhere:
        "Take a free port with `listen` of server/skeleton/testing, or in the client of client/runtime/testing/serve.ts.",
    },
  },
  create(context) {
    return {
      CallExpression(node) {
        const { callee, arguments: args } = node;
        if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return;
        const [port] = args;
        if (callee.property.name !== "listen" || port?.type !== "Literal") return;
        if (port.value === 0) context.report({ node, messageId: "elsewhere" });
      },
    };
  },
};
