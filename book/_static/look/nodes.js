/** Nodes of a page, made of a name, attributes and children. */

const SVG = "http://www.w3.org/2000/svg";

/**
 * @typedef {Node | string | null | undefined | false} Child  what is none is left out
 * @typedef {string | number | boolean | null | undefined} Value
 *   `true`: there, and empty; `false`, `null` and `undefined`: not there
 */
/**
 * Names that begin with "on" are listeners.
 * @typedef {{[name: string]: Value | ((event: never) => void)} &
 *   {[Kind in keyof HTMLElementEventMap as `on${Kind}`]?: (event: HTMLElementEventMap[Kind]) => void}
 * } Attributes
 */

/**
 * An element of HTML.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const make = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 */
export const svg = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/**
 * @template {Element} Made
 * @param {Made} element @param {Attributes} attributes @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function")
      element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, String(value));
  }
  for (const child of children) if (child) element.append(child);
  return element;
}
