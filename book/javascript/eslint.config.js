import js from "@eslint/js";
import globals from "globals";

const SIZES = { skipBlankLines: true, skipComments: true };

export default [
  {
    ignores: [
      "**/vendor/**",
      "book/_static/elements/data/**",
      ".build/**",
      "_build/**",
      ".venv/**",
    ],
  },
  js.configs.recommended,
  {
    languageOptions: { ecmaVersion: 2023, globals: globals.browser },
    linterOptions: { reportUnusedDisableDirectives: "error" },
    rules: {
      "max-lines": ["error", { max: 350, ...SIZES }],
      "max-lines-per-function": ["error", { max: 60, ...SIZES }],
      "no-unused-vars": ["error", { argsIgnorePattern: "^_", ignoreRestSiblings: true }],
      "no-var": "error",
      "prefer-const": "error",
      "object-shorthand": "error",
      "no-else-return": "error",
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    files: ["book/_static/exercises/python-keeper.js"],
    languageOptions: { globals: globals.serviceworker },
  },
  {
    files: ["book/page_python/**", "book/javascript/**", "tests/javascript/**"],
    languageOptions: { globals: globals.node },
  },
];
