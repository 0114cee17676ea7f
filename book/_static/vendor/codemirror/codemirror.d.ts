export * from "../../../page_python/editor/codemirror.js";
