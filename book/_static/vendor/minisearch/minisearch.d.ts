export { default } from "minisearch";
export * from "minisearch";
