import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: ["generated", "**/dist", ".data"] },
  ...tseslint.configs.strictTypeChecked,
  { languageOptions: { parserOptions: { projectService: true } } },
);
