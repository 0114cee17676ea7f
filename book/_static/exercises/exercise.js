/**
 * Exercises that can be done on the page.  What they are made of comes with the page
 * and is small; the editor and Python are fetched when a reader acts on one.
 */

import { inTurn } from "../look/in_turn.js";
import { openDesk } from "./exercise-desk.js";

/** @type {NodeListOf<HTMLElement>} */
const sections = document.querySelectorAll("section.exercise[data-live]");
inTurn(sections, openDesk);
