// What <model-heads> shows, as a picture that a message can carry: a page that is made once
// has one picture, and no server draws that of a reader's own sentence.

import { make } from "../look/nodes.js";
import { copyAddress } from "./heads-address.js";
import { button } from "./kit.js";

const [WIDTH, HEIGHT] = [1200, 630]; // pixels: what messengers show without cutting
const EDGE = 48;
const NAME = "attention.png";

/**
 * Words and arcs, as large as there is room for.
 * @param {HTMLElement} stage
 */
function pictureOf(stage) {
  const canvas = make("canvas", { width: WIDTH, height: HEIGHT });
  const pen = canvas.getContext("2d");
  if (!pen) return canvas;
  const look = getComputedStyle(stage);
  const { left, top, width, height } = stage.getBoundingClientRect();
  const scale = Math.min((WIDTH - 2 * EDGE) / width, (HEIGHT - 2 * EDGE) / height);
  pen.fillStyle = look.getPropertyValue("--t-paper");
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  pen.translate((WIDTH - width * scale) / 2, (HEIGHT - height * scale) / 2);
  pen.scale(scale, scale);
  pen.strokeStyle = look.getPropertyValue("--t-weight");
  for (const arc of stage.querySelectorAll("path")) {
    const { opacity, strokeWidth } = getComputedStyle(arc);
    pen.globalAlpha = Number(opacity);
    pen.lineWidth = parseFloat(strokeWidth);
    pen.stroke(new Path2D(arc.getAttribute("d") ?? ""));
  }
  pen.globalAlpha = 1;
  pen.textBaseline = "middle";
  for (const word of stage.querySelectorAll("button > *")) {
    const { color, font } = getComputedStyle(word);
    const place = word.getBoundingClientRect();
    pen.fillStyle = color;
    pen.font = font;
    pen.fillText(word.textContent, place.left - left, (place.top + place.bottom) / 2 - top);
  }
  return canvas;
}

/** Hand the picture and the address to a messenger, or save it. @param {HTMLElement} stage */
async function send(stage) {
  /** @type {Blob | null} */
  const png = await new Promise((made) => pictureOf(stage).toBlob(made, "image/png"));
  if (!png) return "This browser makes no picture.";
  const message = { files: [new File([png], NAME, { type: png.type })], url: location.href };
  if (navigator.canShare?.(message)) {
    await navigator.share(message).catch(() => {}); // closed without sending
    return "";
  }
  const href = URL.createObjectURL(png);
  make("a", { href, download: NAME }).click();
  setTimeout(() => URL.revokeObjectURL(href), 10_000);
  return `The picture is in your downloads, as ${NAME}: send it with this page's address.`;
}

/** Buttons that copy the address, and send the picture. @param {HTMLElement} place @param {HTMLElement} stage */
export function offer(place, stage) {
  const said = make("span", { role: "status" });
  /** @param {string} words @param {() => Promise<string>} act */
  const offered = (words, act) =>
    button(words, async () => {
      said.textContent = await act();
    });
  place.append(
    offered("Copy the address of what you see", copyAddress),
    " ",
    offered("Send it as a picture", () => send(stage)),
    " ",
    said,
  );
}
