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
  require('node:module').enableCompileCache();
  import('./cli.ts').then((cli) => cli.run(process.argv.slice(2)));
}
