// The entry that any Node can parse: says in one sentence which Node is needed, instead of failing on newer syntax.
var nodeMajorMin = 24;

if (Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  process.stderr.write(
    'Fieldgraph needs Node ' +
      nodeMajorMin +
      ' or newer and this is ' +
      process.versions.node +
      ': run `npm ci`, which brings its own, then `npm start`.\n',
  );
  process.exitCode = 1;
} else {
  useOneArena();
  require('node:module').enableCompileCache();
  import('./cli.ts').then((cli) => cli.run(process.argv.slice(2)));
}

// glibc gives each thread an arena of its own, which keeps what is freed in it; how many there may be it reads at the start of the process
// alone. So this process becomes one with the setting: the same id, so that signals, terminals and whoever waits for it notice nothing.
function useOneArena() {
  // biome-ignore lint/style/noProcessEnv: no setting of ours, and this has to run before config.ts can be loaded.
  var env = process.env;
  if (process.platform !== 'linux' || env.MALLOC_ARENA_MAX !== undefined) return;
  var args = [process.execPath].concat(process.execArgv, __filename, process.argv.slice(2));
  try {
    process.execve(process.execPath, args, Object.assign({}, env, { MALLOC_ARENA_MAX: '1' }));
  } catch {
    // Not to be had here: it runs as well with more memory.
  }
}
