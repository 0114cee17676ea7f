/**
 * A figure as the page may show it.
 *
 * It was drawn where the reader's code ran, and that may be code from anywhere: only what
 * the course's figures are made of comes through.
 */

const SVG = "http://www.w3.org/2000/svg";
const TAGS = new Set(
  "svg g path rect line circle ellipse polyline polygon text tspan defs marker title desc".split(
    " ",
  ),
);
const ATTRIBUTES = new Set(
  (
    "viewBox width height x y x1 x2 y1 y2 cx cy r rx ry dx dy d points transform id role " +
    "aria-label class fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray " +
    "stroke-linecap stroke-linejoin opacity font-family font-size font-weight font-style " +
    "shape-rendering text-anchor dominant-baseline marker-start marker-end markerWidth markerHeight refX refY " +
    "orient markerUnits style preserveAspectRatio letter-spacing"
  ).split(" "),
);
/** What computes in a style or an attribute; all else in brackets may fetch something. */
const COMPUTES =
  /\b(?:var|rgba?|hsla?|calc|min|max|clamp|color-mix|translate|rotate|scale|matrix|skew[XY]|url(?=\(["']?#))\(/gi;

/** Whether a style or an attribute fetches nothing. @param {string} value */
export const isHarmless = (value) => !/[(\\@]/.test(value.replace(COMPUTES, ""));

/** @param {string} source @returns {Element | null} a figure, or `null` for what is none */
export function drawingFrom(source) {
  const parsed = new DOMParser().parseFromString(source, "image/svg+xml");
  const drawn = cleanedSvg(parsed.documentElement);
  if (drawn?.tagName !== "svg") return null;
  const figure = document.createElement("figure");
  figure.className = "book-figure";
  figure.append(drawn);
  return figure;
}

/** What of an SVG element comes through. @param {Element} element @returns {Element | null} */
export function cleanedSvg(element) {
  if (element.namespaceURI !== SVG || !TAGS.has(element.tagName)) return null;
  const copy = document.createElementNS(SVG, element.tagName);
  for (const { name, value } of element.attributes) {
    if (!ATTRIBUTES.has(name) || (name !== "aria-label" && !isHarmless(value))) continue;
    // By the object model: a policy may forbid style attributes.
    if (name === "style") /** @type {SVGElement} */ (copy).style.cssText = value;
    else copy.setAttribute(name, value);
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    if (child instanceof Element) copy.append(cleanedSvg(child) ?? "");
  }
  return copy;
}
