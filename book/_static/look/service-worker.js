/** The site's one service worker, `book/_root/offline.js`. */

const WORKER = new URL("../../offline.js", import.meta.url);

/** Put it to work, if it is not. */
export const registered = () => navigator.serviceWorker.register(WORKER);
