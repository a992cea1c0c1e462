/** A cache of its own: next to the tutorial's server, each would delete what the other has bundled. */
export default { cacheDir: '../node_modules/.vite-dashboard' };
