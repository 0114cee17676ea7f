/**
 * A card as the page may show it.
 *
 * The card's text is escaped where it is made, but it is made where the reader's
 * code ran, and that may be code from anywhere: only what a card is made of
 * comes through.
 */

import { cleanedSvg, isHarmless } from "./drawing.js";

const TAGS = new Set([
  "BR",
  "CODE",
  "DETAILS",
  "DIV",
  "EM",
  "LI",
  "OL",
  "P",
  "PRE",
  "SPAN",
  "STRONG",
  "SUMMARY",
  "UL",
]);
const ATTRIBUTES = new Set(["class", "role", "aria-label", "tabindex", "open"]);

/**
 * @param {string} html
 * @returns {Element | null}
 */
export function cardFrom(html) {
  const parsed = new DOMParser().parseFromString(html, "text/html");
  const card = parsed.body.firstElementChild;
  return card && cleaned(card);
}

/** @param {Element} element @returns {Element | null} */
function cleaned(element) {
  if (element.tagName === "svg") return cleanedSvg(element);
  if (!TAGS.has(element.tagName)) return null;
  const copy = document.createElement(element.tagName);
  for (const { name, value } of element.attributes) {
    if (ATTRIBUTES.has(name)) copy.setAttribute(name, value);
    // By the object model: a policy may forbid style attributes.
    if (name === "style" && isHarmless(value)) copy.style.cssText = value;
  }
  for (const child of element.childNodes) {
    if (child instanceof Text) copy.append(child.data);
    if (child instanceof Element) copy.append(cleaned(child) ?? "");
  }
  return copy;
}
