/** Its own cache folder: with a common one, the servers of dashboard and tutorial would delete each other's bundles. */
export default { cacheDir: '../node_modules/.vite-dashboard' };
