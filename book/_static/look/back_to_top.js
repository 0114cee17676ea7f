/** The theme shows "Back to top"; here it goes there. */

document.getElementById("pst-back-to-top")?.addEventListener("click", () => {
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  window.scrollTo({ top: 0, behavior: still ? "instant" : "smooth" });
});
